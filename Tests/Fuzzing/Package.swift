// swift-tools-version: 6.3
import PackageDescription

/// `make fuzz` uses this package for fuzzing with libFuzzer and AddressSanitizer. The targets and their rules are in
/// Tests/FuzzTargets. Ordinary tests also run the targets.
let package = Package(
    name: "Fuzzing",
    products: [.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"])],
    dependencies: [.package(name: "eventpass", path: "../..")],
    targets: [.target(name: "Fuzzing", dependencies: [.product(name: "FuzzTargets", package: "eventpass")])],
    swiftLanguageModes: [.v6]
)
