// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "winback-benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "generate-histories", targets: ["GenerateHistories"])
  ],
  targets: [
    .executableTarget(
      name: "GenerateHistories",
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ]
    )
  ]
)
