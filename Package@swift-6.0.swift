// swift-tools-version: 6.0
import PackageDescription

// For tools that can't read Package.swift: the targets for apps, without the server.
let package = Package(
  name: "livery",
  platforms: [.iOS(.v15), .macOS(.v13)],
  products: [
    .library(name: "LiveryClient", targets: ["LiveryClient"]),
    .library(name: "LiveryUIKit", targets: ["LiveryUIKit"]),
  ],
  targets: [
    .target(name: "LiveryClient", exclude: ["LICENSE"]),
    .target(name: "LiveryUIKit", dependencies: ["LiveryClient"], exclude: ["LICENSE"]),
  ]
)
