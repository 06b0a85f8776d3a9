// swift-tools-version: 6.3
import PackageDescription

/// The settings of every target. An import is internal unless it is marked `public`, so that no module accidentally
/// exposes the modules that it imports.
let house: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]
/// The settings of targets that call C directly. In these targets, each unsafe expression must be marked `unsafe`.
let besideC: [SwiftSetting] = house + [.strictMemorySafety()]

let package = Package(
    name: "eventpass",
    products: [
        .library(name: "TicketToken", targets: ["TicketToken", "Ticketing"]),
        .library(name: "QRSymbol", targets: ["QRSymbol"]),
        .library(name: "SymbolReader", targets: ["SymbolReader"]),
        .library(name: "Gate", targets: ["Gate", "Store", "TicketToken", "Ticketing"]),
        .library(name: "Management", targets: ["Management", "Store", "TicketToken", "Ticketing"]),
        .library(name: "Printing", targets: ["Printing"]),
        .library(name: "Spreadsheet", targets: ["Spreadsheet"]),
        .library(name: "ServerFixture", targets: ["ServerFixture"]),
        .library(name: "TerminalFixture", targets: ["TerminalFixture"]),
        .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
        .executable(name: "eventpass", targets: ["eventpass"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // System libraries
        .systemLibrary(name: "CGMime", pkgConfig: "gmime-3.0", providers: [.apt(["libgmime-3.0-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQRencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CZXingLibrary", pkgConfig: "zxing", providers: [.apt(["libzxing-dev"])]),
        .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CXLSXWriter", pkgConfig: "xlsxwriter", providers: [.apt(["libxlsxwriter-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CDisplayWidth"),
        .systemLibrary(name: "CSpawn"),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(
            name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(name: "CPopplerLibrary", pkgConfig: "poppler-cpp", providers: [.apt(["libpoppler-cpp-dev"])]),

        // Modules that depend on few other modules
        .target(name: "CTranslations", exclude: ["po"]),
        // The sentences of the program, and their translations
        .target(name: "Languages", dependencies: ["CTranslations"], swiftSettings: besideC),
        // Restricts processes with Landlock and seccomp
        .target(name: "CSandbox"),
        .target(name: "FileAccess", dependencies: ["Languages", "CSandbox", "CSpawn"], swiftSettings: besideC),
        .target(name: "Cryptography", dependencies: ["Languages", "COpenSSL"], swiftSettings: besideC),
        .target(name: "Ticketing", dependencies: ["Languages"], swiftSettings: house),
        .target(
            name: "Spreadsheet", dependencies: ["FileAccess", "Languages", "CCSV", "CZip", "CExpat", "CXLSXWriter"],
            swiftSettings: besideC),
        .target(name: "CRSVG", dependencies: ["CPangoCairo"]),
        .target(name: "CPostgreSQL"),
        .target(
            name: "Drawing", dependencies: ["Languages", "CPangoCairo", "CGdkPixbuf", "CRSVG", "CExpat", "CDeflate"],
            swiftSettings: besideC),
        .target(name: "Charts", dependencies: ["Drawing", "Languages"], swiftSettings: house),

        // Posters and logos from strangers: decoded in a sandboxed process, and encoded again
        .target(name: "CPictures", dependencies: ["CPNG", "CTurboJPEG", "CWebP"]),
        .target(
            name: "Pictures", dependencies: ["CPictures", "FileAccess", "Ticketing"], swiftSettings: besideC),

        // The core: tokens, symbols and their reader, printing, files for attendees, the store, gates and management
        .target(
            name: "TicketToken", dependencies: ["Ticketing", "Cryptography", "FileAccess", "Languages"],
            swiftSettings: besideC),
        .target(
            name: "QRSymbol", dependencies: ["FileAccess", "Languages", "CQRencode", "CDeflate"],
            swiftSettings: besideC),
        .target(name: "CZXing", dependencies: ["CZXingLibrary"]),
        .target(
            name: "SymbolReader", dependencies: ["FileAccess", "Languages", "CZXing", "CPNG"], swiftSettings: besideC),
        .target(name: "CPoppler", dependencies: ["CPopplerLibrary"]),
        .target(
            name: "Printing",
            dependencies: ["Drawing", "QRSymbol", "SymbolReader", "FileAccess", "Languages", "CPoppler"],
            swiftSettings: besideC),
        .target(
            name: "AttendeePack",
            dependencies: ["Ticketing", "QRSymbol", "Drawing", "Cryptography", "Languages", "CZip"],
            swiftSettings: besideC),
        .target(name: "CSQLiteSetup", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "CSQLiteChecksums", linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("xxhash")]),
        .target(
            name: "Store",
            dependencies: [
                "Ticketing", "Cryptography", "FileAccess", "Languages", "CSQLiteSetup", "CSQLiteChecksums",
                "CPostgreSQL",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: besideC),
        .target(
            name: "Gate", dependencies: ["Ticketing", "TicketToken", "Store", "Cryptography", "Languages"],
            swiftSettings: house),
        .target(
            name: "Management",
            dependencies: [
                "Ticketing", "TicketToken", "Store", "FileAccess", "Cryptography", "Languages", "Spreadsheet",
            ],
            swiftSettings: besideC),

        // How values and errors are shown, as JSON and in words, on the command line and by the server
        .target(
            name: "Presentation",
            dependencies: [
                "Ticketing", "TicketToken", "Store", "Management", "Gate", "Charts", "Spreadsheet", "FileAccess",
                "Cryptography", "Languages",
            ],
            swiftSettings: house),

        // Print runs, and the files that ticket holders get, for the command line and the server
        .target(
            name: "PrintShop",
            dependencies: [
                "Ticketing", "TicketToken", "Management", "Printing", "Drawing", "AttendeePack", "QRSymbol",
                "Cryptography", "FileAccess", "Languages", "Presentation",
            ],
            swiftSettings: house),

        // libcurl, which is loaded when the first message is sent
        .target(name: "CCurl"),
        // Messages to people: the ways to send them, and their texts and files
        .target(
            name: "MessageTransport",
            dependencies: ["Ticketing", "FileAccess", "Cryptography", "Languages", "CCurl", "CGMime"],
            swiftSettings: besideC),
        .target(
            name: "Messaging",
            dependencies: [
                "MessageTransport", "PrintShop", "Presentation", "Management", "AttendeePack", "Store", "TicketToken",
                "Ticketing", "Cryptography", "Languages",
            ],
            swiftSettings: house),

        .target(name: "CWebAssets", exclude: ["fonts", "icons", "scripts", "styles", "templates"]),
        // The web server itself: connections, the request pipeline, sign-in, forms, pages, threads and webhooks
        .target(
            name: "WebHost",
            dependencies: [
                "MessageTransport", "Messaging",
                "AttendeePack", "CDeflate", "CExpat", "CWebAssets", "Cryptography", "FileAccess", "Gate", "Languages",
                "Management", "Pictures", "Presentation", "PrintShop", "QRSymbol", "Store", "TicketToken", "Ticketing",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: besideC),

        // Gates by HTTP: the gate page, phones, camera frames
        .target(
            name: "WebGate",
            dependencies: [
                "Cryptography", "FileAccess", "Gate", "Languages", "Management", "Presentation", "Store",
                "SymbolReader", "TicketToken", "Ticketing", "WebHost",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: besideC),

        // The public site: events, reservations, tickets, invitations
        .target(
            name: "WebPublic",
            dependencies: [
                "MessageTransport",
                "AttendeePack", "Cryptography", "Languages", "Management", "Pictures", "Presentation", "PrintShop",
                "QRSymbol", "Store", "TicketToken", "Ticketing", "WebHost",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: besideC),

        // The pages of organizers
        .target(
            name: "WebDesk",
            dependencies: [
                "MessageTransport", "Messaging",
                "Charts", "Cryptography", "FileAccess", "Languages", "Management", "Presentation",
                "PrintShop",
                "Printing", "QRSymbol", "Spreadsheet", "Store", "TicketToken", "Ticketing", "WebHost",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: besideC),

        // The JSON API
        .target(
            name: "WebAPI",
            dependencies: [
                "Cryptography", "Gate", "Languages", "Management", "Messaging", "Presentation", "PrintShop", "Printing",
                "Store", "TicketToken", "Ticketing", "WebGate", "WebHost",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: besideC),

        // Connects the parts of the server
        .target(
            name: "Web",
            dependencies: [
                "Messaging",
                "Languages", "Management", "WebAPI", "WebDesk", "WebGate", "WebHost", "WebPublic",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: besideC),

        // The command line, which connects all modules
        .executableTarget(
            name: "eventpass",
            dependencies: [
                "MessageTransport", "Messaging",
                "Ticketing", "TicketToken", "QRSymbol", "SymbolReader", "Store", "Management", "Gate", "Charts",
                "Printing", "Drawing", "AttendeePack", "Spreadsheet", "FileAccess", "Cryptography",
                "Languages", "Pictures", "Presentation", "PrintShop", "Web", "WebDesk", "WebGate", "WebHost",
                "CDisplayWidth",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),

        // Tests
        .systemLibrary(
            name: "CXKBCommon", path: "Tests/CXKBCommon", pkgConfig: "xkbcommon",
            providers: [.apt(["libxkbcommon-dev"])]),
        .systemLibrary(
            name: "CICal", path: "Tests/CICal", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
        .target(
            name: "ServerFixture", dependencies: ["CPostgreSQL", "FileAccess", "Store"], path: "Tests/ServerFixture",
            swiftSettings: house),
        .target(name: "TerminalFixture", path: "Tests/TerminalFixture", swiftSettings: house),
        .target(
            name: "MailFixture", dependencies: ["CGMime", "MessageTransport"], path: "Tests/MailFixture",
            swiftSettings: house),
        .target(
            name: "HookFixture",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/HookFixture", swiftSettings: house),
        .target(
            name: "KeyboardFixture", dependencies: ["Gate", "ServerFixture", "CXKBCommon"],
            path: "Tests/KeyboardFixture", swiftSettings: house),
        .target(
            name: "BrowserFixture",
            dependencies: [
                "CPNG", "QRSymbol", "EventFixture", "KeyboardFixture", "ServerFixture",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Tests/BrowserFixture", exclude: ["axe.txt"], swiftSettings: house),
        // Tests of the parts of BrowserFixture that need no browser
        .testTarget(
            name: "BrowserFixtureTests", dependencies: ["BrowserFixture", "EventFixture"], swiftSettings: house),
        .target(
            name: "EventFixture",
            dependencies: [
                "ServerFixture", "Ticketing", "TicketToken", "Store", "Management", "Gate", "CPNG", "CPictures",
            ],
            path: "Tests/EventFixture",
            swiftSettings: house),
        .target(
            name: "CSimulatedDisk", dependencies: ["CSQLiteChecksums", "CSQLiteSetup"], path: "Tests/CSimulatedDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(
            name: "SimulatedDisk", dependencies: ["CSimulatedDisk", "EventFixture"], path: "Tests/SimulatedDisk",
            swiftSettings: besideC),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "SimulatedDisk", "EventFixture", "Gate", "Languages", "Management", "Store", "TicketToken", "Ticketing",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "Gate", "Management", "Pictures", "Store", "TicketToken", "Ticketing", "Cryptography", "FileAccess",
                "Spreadsheet",
                "SymbolReader", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            path: "Tests/FuzzTargets", swiftSettings: house),
        .target(name: "CSandboxProbe", dependencies: ["CSandbox"], path: "Tests/CSandboxProbe"),
        .testTarget(
            name: "PicturesTests",
            dependencies: [
                "Pictures", "CPictures", "CSandbox", "CSandboxProbe", "EventFixture", "FileAccess", "Languages",
                "Ticketing", "eventpass",
            ],
            swiftSettings: house),
        .testTarget(
            name: "FuzzTests", dependencies: ["FuzzTargets", "EventFixture"], exclude: ["Corpus"],
            swiftSettings: house),
        .testTarget(
            name: "SamplesTests",
            dependencies: ["Management", "SymbolReader", "TicketToken", "Ticketing", "EventFixture"],
            swiftSettings: house),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Cryptography", "Store", "EventFixture", "FileAccess", "Gate", "Management", "TicketToken",
                "Ticketing",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "ManagementTests",
            dependencies: [
                "Management", "Store", "TicketToken", "Ticketing", "EventFixture", "FileAccess", "Spreadsheet",
                "Cryptography", "eventpass",
            ],
            resources: [.copy("peakmemory.c")], swiftSettings: house),
        .testTarget(
            name: "GateTests",
            dependencies: [
                "Gate", "Management", "Store", "TicketToken", "Ticketing", "EventFixture", "ServerFixture",
                "Cryptography", "FileAccess", "Languages", "eventpass", "KeyboardFixture",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.copy("syncwatch.c")], swiftSettings: house),
        .testTarget(
            name: "LanguagesTests", dependencies: ["Languages", "EventFixture"],
            exclude: ["number-rules.py", "number-rules.txt"], swiftSettings: house),
        .testTarget(
            name: "QRSymbolTests", dependencies: ["QRSymbol", "SymbolReader", "FileAccess", "CPNG", "EventFixture"],
            resources: [.copy("References")], swiftSettings: house),
        .testTarget(
            name: "SymbolReaderTests", dependencies: ["SymbolReader", "QRSymbol"], resources: [.copy("latin1.txt")],
            swiftSettings: house),
        .testTarget(
            name: "SpreadsheetTests", dependencies: ["Spreadsheet", "EventFixture", "FileAccess", "CZip"],
            resources: [.copy("Samples")], swiftSettings: house),
        .testTarget(
            name: "ChartsTests", dependencies: ["Charts", "EventFixture", "CPNG", "CExpat"],
            resources: [.copy("Snapshots")], swiftSettings: house),
        .testTarget(
            name: "PrintingTests", dependencies: ["Printing", "Drawing", "QRSymbol", "SymbolReader", "EventFixture"],
            exclude: ["pypdf.txt"], swiftSettings: house),
        .testTarget(
            name: "AttendeePackTests",
            dependencies: [
                "AttendeePack", "Cryptography", "Drawing", "EventFixture", "Languages", "QRSymbol", "SymbolReader",
                "Ticketing",
                "CICal", "CGMime", "CPNG", "CPoppler", "MailFixture",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PrintShopTests",
            dependencies: [
                "Drawing", "PrintShop", "Printing", "EventFixture", "Languages", "Management", "Presentation",
                "QRSymbol", "SymbolReader", "Ticketing",
            ],
            swiftSettings: house),
        .testTarget(
            name: "MessageTransportTests",
            dependencies: [
                "MessageTransport", "Messaging", "Cryptography", "EventFixture", "ServerFixture", "FileAccess",
                "Languages", "Management", "Store", "Ticketing",
            ],
            exclude: [
                "aiosmtpd.txt", "africastalking.txt", "webpush.txt", "mailserver.py", "africastalking_standin.py",
                "push_standin.py",
            ],
            swiftSettings: house),
        .testTarget(
            name: "MessagingTests",
            dependencies: [
                "Messaging", "MessageTransport", "AttendeePack", "Cryptography", "EventFixture", "Gate", "Languages",
                "Management", "PrintShop", "Store", "TicketToken", "Ticketing", "CGMime", "MailFixture",
            ],
            swiftSettings: house),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "CDeflate", "Web", "WebAPI", "WebDesk", "WebGate", "WebHost", "WebPublic", "Cryptography",
                "EventFixture", "HookFixture",
                "FileAccess", "Gate", "Languages", "Management", "MessageTransport", "Messaging", "Presentation",
                "PrintShop", "QRSymbol", "SimulatedDisk", "Spreadsheet", "Store", "TicketToken", "Ticketing", "Yams",
                "eventpass",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "MailFixture", "CGMime", "Languages",
                "BrowserFixture", "Drawing", "EventFixture", "Gate", "HookFixture", "Management", "MessageTransport",
                "Cryptography", "Pictures", "Spreadsheet", "Store", "SymbolReader", "TerminalFixture", "TicketToken",
                "Ticketing", "eventpass",
            ],
            exclude: ["References"], swiftSettings: house),
        .testTarget(name: "TicketingTests", dependencies: ["Ticketing", "EventFixture"], swiftSettings: house),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: house),
        .testTarget(
            name: "TicketTokenTests",
            dependencies: ["TicketToken", "Ticketing", "Cryptography", "FileAccess", "EventFixture"],
            swiftSettings: house),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "eventpass", "EventFixture", "TerminalFixture", "AttendeePack", "Charts", "Cryptography", "Drawing",
                "FileAccess", "Gate", "Languages", "Management", "MessageTransport", "Messaging", "Presentation",
                "PrintShop", "Printing", "QRSymbol", "Spreadsheet", "Store", "SymbolReader", "TicketToken", "Ticketing",
                "WebDesk", "WebGate", "WebHost",
            ],
            exclude: ["Transcripts", "Screen/Pages", "Parsers/crawl.py", "Parsers/read.py"],
            resources: [.copy("slowsignals.c")], swiftSettings: house),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
