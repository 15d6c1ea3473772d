// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "library-example",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "winback", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "WhyNot",
      dependencies: [
        .product(name: "WinBack", package: "winback"),
        .product(name: "WinBackFormats", package: "winback"),
      ]
    ),
    .executableTarget(
      name: "Server",
      dependencies: [
        .product(name: "WinBackFormats", package: "winback")
      ]
    ),
    .testTarget(
      name: "OfferTests",
      dependencies: [
        .product(name: "WinBack", package: "winback"),
        .product(name: "WinBackFormats", package: "winback"),
        .product(name: "WinBackTesting", package: "winback"),
      ]
    ),
  ]
)
