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

/// The floors of docs/architecture.md: each target with the targets that it may import, all of them above it in this list.
let arrow: [(name: String, sees: [Target.Dependency])] = [
  ("Documents", []),
  ("Themes", ["Documents"]),
  ("Formats", ["Documents", "Themes"]),
  ("Resolution", ["Documents", "Themes"]),
  ("Renderings", ["Documents", "Themes", "Resolution"]),
  ("Checks", ["Documents", "Themes", "Resolution"]),
  ("Changes", ["Documents", "Themes", "Resolution", "Checks"]),
  ("ThemeAPI", ["Documents", "Themes", "Resolution", "Renderings", "Changes"]),
  ("Bindings", ["CMicroHTTPD", "CSQLite", "CPostgreSQL", "CLinux", "CZlib", "CWeb"]),
  ("ServerAccess", ["Bindings"]),
  ("Storage", ["Documents", "Themes", "Changes", "Bindings"]),
  (
    "Service",
    [
      "Documents", "Themes", "Formats", "Resolution", "Changes", "Renderings", "ThemeAPI", "Storage",
      "Bindings",
      "ServerAccess",
    ]
  ),
]

/// The sanitizer of a build by Scripts/sanitize or Scripts/fuzz, which leaves out most tests.
let sanitizer = Context.environment["LIVERY_SANITIZE"]
let sanitizedTests = ["BindingsTests", "ChangesTests", "ServiceTests"]

/// The test targets to build, set by Scripts/check: it leaves out those that the change does not touch.
let wantedTests = Context.environment["LIVERY_TESTS"].map { $0.split(separator: " ").map(String.init) }

/// The settings of test targets. In release they are compiled without optimization, which takes longer than it saves, and
/// in batches of files, which uses all cores and reads what they import once for each batch. The code under test is optimized.
let testSettings =
  settings + [
    .unsafeFlags(
      ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-num-threads", "0"],
      .when(configuration: .release))
  ]

/// The imports of each test target, beside TestSupport.
let tests: [(name: String, sees: [Target.Dependency])] = [
  ("DocumentsTests", ["Documents"]),
  ("ThemesTests", ["Documents", "Themes"]),
  ("FormatsTests", ["Documents", "Themes", "Formats"]),
  ("ResolutionTests", ["Resolution", "Documents", "Themes", "Formats"]),
  ("ChecksTests", ["Checks", "Resolution", "Documents", "Themes", "Formats"]),
  ("ChangesTests", ["Changes", "Storage", "Resolution", "Documents", "Themes", "Formats"]),
  (
    "ThemeAPITests",
    [
      "ThemeAPI", "Renderings", "Storage", "Changes", "Resolution", "Documents", "Themes", "Formats",
      "Bindings",
    ]
  ),
  ("BindingsTests", ["Bindings"]),
  ("StorageTests", ["Storage", "Changes", "Documents", "Themes", "Formats", "Bindings", "CSQLite"]),
  ("ProjectTests", []),
  (
    "ServiceTests",
    [
      "TestServer", "ServerAccess", "Service", "ThemeAPI", "Renderings", "Storage", "Changes", "Resolution",
      "Documents", "Themes", "Formats", "Bindings",
    ]
  ),
  (
    "LiveryClientTests",
    [
      "LiveryClient", "TestServer", "ServerAccess", "ThemeAPI", "Renderings", "Resolution", "Documents",
      "Themes",
    ]
  ),
].filter { sanitizer == nil || sanitizedTests.contains($0.name) }
  .filter { wantedTests?.contains($0.name) ?? true }

/// The test targets that start the server.
let serverTests = ["ServiceTests", "LiveryClientTests"]

/// The programs of Scripts/bench, in folders of Benchmarks.
let benches: [(name: String, sees: [Target.Dependency])] = [
  ("FillLog", ["Changes", "Storage", "TestSupport"]),
  ("ResolveBench", ["Documents", "Themes", "Formats", "Resolution", "Checks", "TestSupport"]),
].filter { _ in sanitizer == nil }

/// The program of `Scripts/campaigns simulate`. One of its threads runs at a time, so nothing in it is sent between them.
let simulation: [Target] =
  sanitizer != nil
  ? []
  : [
    .target(name: "Hooks", path: "Tests/Campaigns/Simulation/Hooks"),
    .executableTarget(
      name: "Simulation",
      dependencies: [
        "Hooks", "TestSupport", "ThemeAPI", "Renderings", "Storage", "Changes", "Resolution", "Documents",
        "Themes", "Bindings", "CSQLite",
      ],
      path: "Tests/Campaigns/Simulation/World",
      swiftSettings: [.treatAllWarnings(as: .error), .swiftLanguageMode(.v5)]),
  ]

/// The programs of Scripts/fuzz, built with the tests under the address sanitizer.
let fuzzers: [(name: String, sees: [Target.Dependency])] =
  sanitizer != "address"
  ? []
  : [
    (
      "RequestFuzz",
      [
        "TestSupport", "Service", "ThemeAPI", "Storage", "Changes", "Resolution", "Documents", "Themes",
        "Formats",
        "Bindings",
      ]
    ),
    ("DocumentFuzz", ["TestSupport"]),
    ("PackageFuzz", ["ThemeAPI", "Documents", "Themes", "Formats", "Resolution", "Bindings"]),
  ]

/// The target that every program under a sanitizer is linked to.
let sanitized =
  sanitizer == nil ? [] : [Target.target(name: "SanitizedMutex", path: "Tests/Tools/SanitizedMutex")]
let sanitizedNames = sanitized.map { Target.Dependency.byName(name: $0.name) }

/// Set by Scripts/uikit, which builds only LiveryUIKit, against hand-written modules named UIKit and SwiftUI, with the
/// tests and the example that need them.
let hasUIKitStub = Context.environment["LIVERY_UIKIT_STUB"] != nil
let stubs = hasUIKitStub ? ["UIKit", "SwiftUI"] : []

/// The targets for apps. They do not have the settings above: Xcode silences the warnings of packages that an app depends
/// on, and such a build fails with warnings as errors. `Package@swift-6.0.swift` lists the same targets for older tools.
let clients: [Target] = [
  .target(name: "LiveryClient", exclude: ["LICENSE"]),
  .target(
    name: "LiveryUIKit", dependencies: ["LiveryClient"] + stubs.map { Target.Dependency.byName(name: $0) },
    exclude: ["LICENSE"]),
]

let package = Package(
  name: "livery",
  platforms: [.iOS(.v15), .macOS(.v13)],
  products: [
    .library(name: "LiveryClient", targets: ["LiveryClient"]),
    .library(name: "LiveryUIKit", targets: ["LiveryUIKit"]),
    .executable(name: "livery", targets: ["Livery"]),
  ],
  targets: [
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .target(name: "CWeb"),
  ]
    + arrow.map { .target(name: $0.name, dependencies: $0.sees, swiftSettings: settings) }
    + [
      .executableTarget(
        name: "Livery",
        dependencies: [
          "ServerAccess", "Service", "ThemeAPI", "Renderings", "Changes", "Checks", "Resolution", "Documents",
          "Themes", "Formats",
        ]
          + sanitizedNames,
        swiftSettings: settings,
        // One file that starts without Swift on the machine, and calls into the runtime without going through the
        // linker's table. A sanitizer has its own runtime.
        linkerSettings: sanitizer == nil
          ? [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))] : []),
      .target(
        name: "TestSupport",
        dependencies: ["Documents", "Themes", "Formats", "Resolution", "Checks", "Changes"],
        path: "Tests/Tools/TestSupport", swiftSettings: settings),
      .target(
        name: "TestServer",
        dependencies: ["TestSupport", "ServerAccess", "Bindings", "Documents", "Themes", "Formats"],
        path: "Tests/Tools/TestServer",
        swiftSettings: settings),
    ]
    + clients
    + [
      .systemLibrary(name: "CMalloc", path: "Tests/Tools/CMalloc"),
      .executableTarget(
        name: "Crowd", dependencies: ["LiveryClient", "CMalloc"], path: "Tests/Tools/Crowd"),
    ]
    + fuzzers.map {
      .executableTarget(
        name: $0.name, dependencies: $0.sees, path: "Tests/Campaigns/Fuzz/\($0.name)",
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
    }
    + benches.map {
      .executableTarget(
        name: $0.name, dependencies: $0.sees, path: "Benchmarks/\($0.name)", swiftSettings: settings)
    }
    + simulation
    + tests.map {
      .testTarget(
        name: $0.name,
        dependencies: $0.sees + ["TestSupport"] + sanitizedNames,
        path: "Tests/\(serverTests.contains($0.name) ? "Server" : "Unit")/\($0.name)",
        swiftSettings: testSettings)
    }
    + sanitized,
  // CWeb embeds the files of Web/ by `#embed`.
  cLanguageStandard: .gnu2x
)

if hasUIKitStub {
  package.products = []
  package.targets =
    clients
    + stubs.map {
      .target(
        name: $0, dependencies: $0 == "UIKit" ? [] : ["UIKit"], path: "Tests/Tools/\($0)Stub")
    } + [
      .target(
        name: "ShopApp", dependencies: ["LiveryUIKit", "LiveryClient", "UIKit", "SwiftUI"],
        path: "Examples/iOS", exclude: ["README.md"]),
      .executableTarget(
        name: "DressBench", dependencies: ["LiveryUIKit", "LiveryClient", "UIKit"],
        path: "Benchmarks/DressBench"),
      .testTarget(
        name: "LiveryUIKitTests",
        dependencies: ["LiveryUIKit", "LiveryClient", "ShopApp", "UIKit", "SwiftUI"],
        path: "Tests/Unit/LiveryUIKitTests",
        // Otherwise swift-testing looks for its overlay of the real UIKit.
        swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
    ]
}
