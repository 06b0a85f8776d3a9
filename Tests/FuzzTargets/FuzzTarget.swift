import Foundation

/// A reader of bytes that come from outside, as a fuzzer calls it: with anything.
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
    case multipart

    /// Whether one run takes milliseconds: it opens a store.
    public var isSlow: Bool { self == .pack || self == .merge || self == .refresh }

    /// Reads the bytes. Errors that the reader declares are what it is for.
    ///
    /// - Throws: `FuzzFinding` when it accepted what nobody made, or failed in a way that it does not declare.
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
        case .multipart: try MultipartReading.run(bytes)
        }
    }
}

public struct FuzzFinding: Error, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}
