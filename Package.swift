// swift-tools-version: 6.2
import PackageDescription

/// What every target of ours is built with: Swift 6 mode, and nothing imported by accident.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The sender has no shared library to find and load, and so starts in half the time. Of systemd the static
/// libdbus wants two functions that only a server calls; there is no static library that has them.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-executable", "-use-ld=lld", "-Xlinker", "--defsym=sd_listen_fds=abort",
      "-Xlinker", "--defsym=sd_is_socket=abort",
    ], .when(configuration: .release))
]

let package = Package(
  name: "peal",
  products: [
    .library(name: "Peal", targets: ["Peal"]),
    .library(name: "PealDesktop", targets: ["PealDesktop"]),
    .library(name: "PealTestKit", targets: ["PealTestKit"]),
    .executable(name: "peal", targets: ["PealCommand"]),
    .executable(name: "peald", targets: ["PealDaemon"]),
  ],
  targets: [
    // C libraries, from Debian's -dev packages.
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CInih", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),

    // Foundations.
    .target(name: "Peal", swiftSettings: strict),
    .target(name: "DBus", dependencies: ["CDBus"], swiftSettings: strict),
    .target(name: "PealTestKit", dependencies: ["Peal"], swiftSettings: strict),

    // Adapters.
    .target(name: "PealDesktop", dependencies: ["Peal", "DBus"], swiftSettings: strict),
    .target(name: "PealControl", dependencies: ["Peal", "DBus"], swiftSettings: strict),
    .target(name: "PealJournal", dependencies: ["Peal", "CSQLite"], swiftSettings: strict),

    // Programs.
    .executableTarget(
      name: "PealCommand", dependencies: ["Peal", "PealControl", "CGetopt", "CJansson"],
      swiftSettings: strict, linkerSettings: selfContained),
    .executableTarget(
      name: "PealDaemon",
      dependencies: ["Peal", "DBus", "PealControl", "PealDesktop", "PealJournal", "CInih"],
      swiftSettings: strict),
    .executableTarget(
      name: "PealExample", dependencies: ["Peal", "PealDesktop"], swiftSettings: strict),

    // Tests.
    .target(
      name: "TestBus", dependencies: ["DBus"], path: "Tests/TestBus", swiftSettings: strict),
    .testTarget(name: "PealTests", dependencies: ["Peal", "PealTestKit"], swiftSettings: strict),
    .testTarget(
      name: "DBusTests", dependencies: ["DBus", "CDBus", "TestBus"], swiftSettings: strict),
    .testTarget(
      name: "PealDesktopTests",
      dependencies: ["Peal", "PealDesktop", "PealTestKit", "DBus", "TestBus"],
      swiftSettings: strict),
    .testTarget(
      name: "PealControlTests",
      dependencies: ["Peal", "PealControl", "PealTestKit", "DBus", "TestBus"],
      swiftSettings: strict),
    .executableTarget(
      name: "JournalWriter", dependencies: ["Peal", "PealJournal"], path: "Tests/JournalWriter",
      swiftSettings: strict),
    .testTarget(
      name: "PealJournalTests", dependencies: ["Peal", "PealJournal", "TestBus", "JournalWriter"],
      swiftSettings: strict),
    .testTarget(
      name: "PealDaemonTests", dependencies: ["Peal", "PealDaemon"], swiftSettings: strict),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "Peal", "PealControl", "DBus", "TestBus", "PealCommand", "PealDaemon", "PealDesktop",
        "PealExample",
      ],
      exclude: ["Golden", "Documents/complete-in", "Users/among-people"], swiftSettings: strict),

    // What Config/bench measures with.
    .executableTarget(name: "BenchProbe", dependencies: ["CDBus"], path: "Tests/BenchProbe"),
    .executableTarget(
      name: "Bench", dependencies: ["Peal", "TestBus"], path: "Tests/Bench",
      exclude: ["instructions.tsv"],
      swiftSettings: strict),
    .testTarget(
      name: "DesktopTests", dependencies: ["TestBus", "PealCommand", "PealDaemon"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
