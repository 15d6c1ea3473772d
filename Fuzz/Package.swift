// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that libFuzzer never meets the build of WinBack; Scripts/fuzz builds it.
let package = Package(
  name: "winback-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "winback", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        .product(name: "WinBack", package: "winback"),
        .product(name: "WinBackFormats", package: "winback"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ]
    )
  ]
)
