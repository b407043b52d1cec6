// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "terminal",
  platforms: [.macOS(.v13)],
  dependencies: [
    // In a package of your own: .package(url: "…/livery.git", from: "0.3.0")
    .package(name: "livery", path: "../..")
  ],
  targets: [
    .executableTarget(name: "terminal", dependencies: [.product(name: "LiveryClient", package: "livery")])
  ]
)
