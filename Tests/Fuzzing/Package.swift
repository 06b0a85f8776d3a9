// swift-tools-version: 6.3
import PackageDescription

/// The package that `make fuzz` builds, with libFuzzer and AddressSanitizer. The fuzz targets and their rules are in
/// Tests/FuzzTargets. Ordinary tests also run the targets.
let package = Package(
    name: "Fuzzing",
    products: [.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"])],
    dependencies: [.package(name: "eventpass", path: "../..")],
    targets: [.target(name: "Fuzzing", dependencies: [.product(name: "FuzzTargets", package: "eventpass")])],
    swiftLanguageModes: [.v6]
)
