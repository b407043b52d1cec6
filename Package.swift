// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The arrow of docs/architecture.md, right to left: a target sees only what stands before it.
let arrow: [(name: String, sees: [Target.Dependency])] = [
  ("Themes", []),
  ("Resolution", ["Themes"]),
  ("Changes", ["Themes", "Resolution"]),
  ("ThemeAPI", ["Themes", "Resolution", "Changes"]),
  ("Bindings", ["CMicroHTTPD", "CSQLite", "CLinux", "CZlib"]),
  ("Storage", ["Themes", "Changes", "Bindings"]),
  ("Service", ["Themes", "Resolution", "Changes", "ThemeAPI", "Storage", "Bindings"]),
]

/// What each test folder looks into, beside TestSupport.
let tests: [(name: String, sees: [Target.Dependency])] = [
  ("ThemesTests", ["Themes"]),
  ("ResolutionTests", ["Resolution", "Themes"]),
  ("ChangesTests", ["Changes", "Resolution", "Themes"]),
  ("ThemeAPITests", ["ThemeAPI", "Storage", "Changes", "Resolution", "Themes"]),
  ("BindingsTests", ["Bindings"]),
  ("StorageTests", ["Storage", "Changes", "Themes", "CSQLite"]),
  (
    "ServiceTests",
    ["TestServer", "Service", "ThemeAPI", "Storage", "Changes", "Resolution", "Themes", "Bindings"]
  ),
]

/// Programs that Scripts/bench runs, in folders of Benchmarks.
let benches: [(name: String, sees: [Target.Dependency])] = [
  ("FillLog", ["Changes", "Storage"]),
  ("ResolveBench", ["Themes", "Resolution", "TestSupport"]),
]

/// Programs that Scripts/fuzz builds and runs. They need the fuzzer's own entry, so ordinary builds leave them out.
let fuzzers: [(name: String, sees: [Target.Dependency])] =
  Context.environment["LIVERY_FUZZ"] == nil
  ? []
  : [
    ("RequestFuzz", ["Service", "ThemeAPI", "Changes", "Resolution", "Themes"]),
    ("DocumentFuzz", ["TestSupport"]),
  ]

/// What Scripts/sanitize links to the tests beside.
let sanitized =
  Context.environment["LIVERY_SANITIZE"] == nil
  ? [] : [Target.target(name: "SanitizedMutex", path: "Tests/SanitizedMutex")]

let package = Package(
  name: "livery",
  products: [
    .executable(name: "livery", targets: ["Livery"]),
    // Loaded by tests before the program.
    .library(name: "Mischief", type: .dynamic, targets: ["Mischief"]),
  ],
  targets: [
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
  ]
    + arrow.map { .target(name: $0.name, dependencies: $0.sees, swiftSettings: settings) }
    + [
      .executableTarget(
        name: "Livery", dependencies: ["Service", "ThemeAPI", "Changes", "Resolution", "Themes"],
        swiftSettings: settings),
      .target(
        name: "TestSupport", dependencies: ["Themes", "Resolution"], path: "Tests/TestSupport",
        swiftSettings: settings),
      .target(name: "Mischief", path: "Tests/Mischief"),
      .target(
        name: "TestServer", dependencies: ["Service", "Bindings", "Themes"], path: "Tests/TestServer",
        swiftSettings: settings),
    ]
    + fuzzers.map {
      .executableTarget(
        name: $0.name, dependencies: $0.sees, path: "Tests/Fuzz/\($0.name)",
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
    }
    + benches.map {
      .executableTarget(
        name: $0.name, dependencies: $0.sees, path: "Benchmarks/\($0.name)", swiftSettings: settings)
    }
    + tests.map {
      .testTarget(
        name: $0.name,
        dependencies: $0.sees + ["TestSupport"] + sanitized.map { .byName(name: $0.name) },
        swiftSettings: settings)
    }
    + sanitized
)
