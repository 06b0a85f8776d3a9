// swift-tools-version: 6.3
import PackageDescription

/// Compares the speed of EventPass with the speed of bare library calls. Both are measured in the same run. See
/// Docs/Benchmarks.md.
///
/// This package does not measure the size of pages in a browser; `make page-weight` does.
let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "eventpass", path: ".."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        // The programs in C and C++ with which EventPass is compared. They call the libraries directly.
        .target(
            name: "CBare",
            linkerSettings: [
                .linkedLibrary("crypto"), .linkedLibrary("qrencode"), .linkedLibrary("deflate"),
                .linkedLibrary("sqlite3"), .linkedLibrary("poppler-cpp"), .linkedLibrary("ZXing"),
            ]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CBare",
                .product(name: "TicketToken", package: "eventpass"),
                .product(name: "QRSymbol", package: "eventpass"),
                .product(name: "SymbolReader", package: "eventpass"),
                .product(name: "Gate", package: "eventpass"),
                .product(name: "Management", package: "eventpass"),
                .product(name: "Printing", package: "eventpass"),
                .product(name: "Spreadsheet", package: "eventpass"),
                .product(name: "ServerFixture", package: "eventpass"),
                .product(name: "TerminalFixture", package: "eventpass"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
