// swift-tools-version: 6.3
import PackageDescription

/// Fuzzing with libFuzzer and AddressSanitizer: `make fuzz`. The targets and their rules are in Tests/FuzzTargets;
/// ordinary tests use them as well.
let package = Package(
    name: "Fuzzing",
    products: [.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"])],
    dependencies: [.package(name: "eventpass", path: "../..")],
    targets: [.target(name: "Fuzzing", dependencies: [.product(name: "FuzzTargets", package: "eventpass")])],
    swiftLanguageModes: [.v6]
)
