import Foundation

/// A parser that a fuzzer calls with arbitrary bytes, such as the parser of tokens.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case token
    case keyFile = "key-file"
    case scan
    case pack
    case merge
    case refresh
    case csv
    case xlsx
    case png
    case poster
    case multipart

    /// Whether one run takes milliseconds instead of microseconds, because the run opens a store.
    public var isSlow: Bool { self == .pack || self == .merge || self == .refresh }

    /// Parses the bytes. Errors that the parser declares are expected, and are ignored.
    ///
    /// - Throws: `FuzzFinding` if the parser does something that it must never do, such as accepting a forgery. Also
    ///   rethrows every error that the parser does not declare.
    public func run(_ bytes: [UInt8]) throws {
        switch self {
        case .token: try TokenReading.run(bytes)
        case .keyFile: try KeyFileReading.run(bytes)
        case .scan: try ScanReading.run(bytes)
        case .pack: try PackReading.run(bytes)
        case .merge: try MergeReading.run(bytes)
        case .refresh: try RefreshReading.run(bytes)
        case .csv, .xlsx: try SheetReading.run(bytes)
        case .png: try PictureReading.run(bytes)
        case .poster: PosterReading.run(bytes)
        case .multipart: try MultipartReading.run(bytes)
        }
    }
}

/// A fault that a fuzz target found.
public struct FuzzFinding: Error, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}
