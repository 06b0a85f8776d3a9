// swift-tools-version: 6.3
import PackageDescription

/// Fuzzing with libFuzzer and AddressSanitizer: `make fuzz`. What is read, and what must not happen, is in
/// Tests/FuzzTargets, which the ordinary tests use as well.
let package = Package(
    name: "Fuzzing",
    products: [.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"])],
    dependencies: [.package(name: "eventpass", path: "../..")],
    targets: [.target(name: "Fuzzing", dependencies: [.product(name: "FuzzTargets", package: "eventpass")])],
    swiftLanguageModes: [.v6]
)
