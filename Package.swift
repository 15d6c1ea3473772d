// swift-tools-version: 6.3
import PackageDescription

/// The settings of every target; none of them reaches a client of the libraries.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  // The JSON scanner is a non-escapable view of the bytes that it reads.
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .treatWarning("ExplicitSendable", as: .error),
]

let package = Package(
  name: "winback",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "WinBack", targets: ["WinBack", "CEL", "CalendarTime"]),
    .library(name: "WinBackFormats", targets: ["WinBackFormats", "WinBackFoundation"]),
    .library(
      name: "WinBackTesting",
      targets: ["WinBackTesting", "WinBackTestingFoundation", "WinBackAnalysis"]
    ),
    .executable(name: "winback", targets: ["winback"]),
    // What the module of Python loads; Scripts/build-wheel puts it into the wheel.
    .library(name: "WinBackPython", type: .static, targets: ["WinBackPython"]),
  ],
  targets: [
    // A floor uses only the floors above it in this list.
    .target(name: "CalendarTime"),
    .target(name: "CEL", dependencies: ["CalendarTime"]),
    .target(name: "WinBack", dependencies: ["CEL", "CalendarTime"]),
    // Statements about all possible customers, all offers and all assumptions.
    .target(name: "WinBackAnalysis", dependencies: ["WinBack", "CEL", "CalendarTime"]),
    // The files of Rules and of the commands, so that the libraries and the command need none beside them.
    .target(name: "BuiltInFiles", exclude: ["Commands"]),
    // Indexes of blocks of bytes, by vector instructions.
    .target(name: "BlockIndex"),
    .target(
      name: "WinBackFormats",
      dependencies: ["WinBack", "CEL", "CalendarTime", "BuiltInFiles", "BlockIndex"]
    ),
    // The C interface, which other languages and the page call.
    .target(
      name: "WinBackInterface",
      dependencies: ["WinBackFormats", "WinBackAnalysis", "WinBack", "CEL", "CalendarTime"]
    ),
    // The dates of Foundation, which the program does not link.
    .target(
      name: "WinBackFoundation",
      dependencies: ["WinBackFormats", "WinBack", "CalendarTime"]
    ),
    .target(
      name: "WinBackTesting",
      dependencies: ["WinBackFormats", "WinBackAnalysis", "WinBack", "CEL", "CalendarTime"]
    ),
    // The URLs of Foundation, which the program does not link.
    .target(name: "WinBackTestingFoundation", dependencies: ["WinBackTesting"]),
    // Histories from files of any length: gzip, blocks, threads, sorting.
    .target(
      name: "WinBackFiles",
      dependencies: ["WinBackFormats", "WinBack", "CEL", "CalendarTime"]
    ),
    // What every command has, and then the commands, in two targets that are built side by side.
    .target(
      name: "WinBackCommandLine",
      dependencies: ["WinBackFiles", "WinBackFormats", "WinBack", "CEL", "CalendarTime"]
    ),
    .target(
      name: "WinBackCustomerCommands",
      dependencies: [
        "WinBackCommandLine", "WinBackFiles", "WinBackFormats", "WinBackAnalysis", "WinBack", "CEL",
        "CalendarTime", "BuiltInFiles",
      ]
    ),
    .target(
      name: "WinBackCatalogCommands",
      dependencies: [
        "WinBackCommandLine", "WinBackInterface", "WinBackFiles", "WinBackTesting",
        "WinBackFormats",
        "WinBackAnalysis", "WinBack", "CEL", "CalendarTime",
      ]
    ),
    .target(
      name: "WinBackCommands",
      dependencies: [
        "WinBackCustomerCommands", "WinBackCatalogCommands", "WinBackCommandLine", "WinBackFiles",
        "WinBackFormats", "WinBack", "CEL", "BuiltInFiles",
      ]
    ),
    .executableTarget(name: "winback", dependencies: ["WinBackCommands"]),
    // The structures of the Arrow C data interface.
    .target(name: "ArrowInterface"),
    // The C interface, with runs of a command whose input and output are in another program.
    .target(
      name: "WinBackPython",
      dependencies: [
        "WinBackInterface", "WinBackCommands", "WinBackCommandLine", "WinBackFiles",
        "WinBackFormats", "WinBack", "CalendarTime", "ArrowInterface",
      ],
      exclude: ["Module"]
    ),

    // What several test targets need: random numbers from a seed, and other people's data.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "CalendarTimeTests", dependencies: ["CalendarTime", "TestSupport"]),
    .testTarget(name: "CELTests", dependencies: ["CEL", "CalendarTime", "TestSupport"]),
    // The engine and its analysis are tested by the same random customers and the same second reading.
    .testTarget(
      name: "WinBackTests",
      dependencies: [
        "WinBackAnalysis", "WinBack", "WinBackFormats", "CEL", "CalendarTime", "TestSupport",
      ],
      exclude: ["Conformance/Data"]
    ),
    .testTarget(
      name: "WinBackFormatsTests",
      dependencies: [
        "WinBackFoundation", "WinBackFormats", "WinBack", "CEL", "CalendarTime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "WinBackTestingTests",
      dependencies: [
        "WinBackTestingFoundation", "WinBackTesting", "WinBackFormats", "WinBackAnalysis",
        "WinBack",
        "CEL", "CalendarTime", "TestSupport",
      ]
    ),
    .testTarget(
      name: "WinBackCommandsTests",
      dependencies: [
        "WinBackCommands", "WinBackCustomerCommands", "WinBackCatalogCommands",
        "WinBackCommandLine", "WinBackFiles", "WinBackTesting", "WinBackFormats", "WinBackAnalysis",
        "WinBack", "CEL", "CalendarTime", "TestSupport",
      ],
      exclude: [
        "CommandLine/Snapshots", "Scoring/Snapshots", "Commands/Snapshots", "Commands/Samples",
        "Testing/Snapshots", "Rendering/Snapshots",
        "Forecast/Snapshots", "Planning/Snapshots", "Audit/Snapshots", "Report/Snapshots",
      ]
    ),
  ]
)

if Context.environment["WINBACK_FUZZ"] != nil {
  // Scripts/fuzz sets it; libFuzzer must meet no other build.
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "WinBackCommands", "WinBackCustomerCommands", "WinBackCatalogCommands",
        "WinBackCommandLine", "WinBackFiles", "WinBackTesting", "WinBackInterface",
        "WinBackFormats",
        "WinBack", "CEL", "CalendarTime",
      ],
      path: "Fuzz/Sources/Fuzz"
    )
  )
}

for target in package.targets
where !["ArrowInterface", "BlockIndex", "BuiltInFiles"].contains(target.name) {
  target.swiftSettings = swiftSettings
}
