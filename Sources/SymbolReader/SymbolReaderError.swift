import Glibc

/// The reason why an image could not be read.
public enum SymbolReaderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// An error while reading the file at `path`. The second value is the reason.
    indirect case file(path: String, SymbolReaderError)
    case system(operation: String, errno: Int32)
    case isDirectory
    case empty
    case tooManyBytes(limit: Int)
    case size(width: Int, height: Int, sideLimit: Int, pixelLimit: Int)
    case luminance(bytes: Int, needed: Int)
    /// The file is neither a PNG nor a PGM. `format` is nil if the format is unknown.
    case unsupportedFormat(format: String?)
    /// The PNG is damaged. The associated text is libpng's message.
    case damagedPNG(String)
    case damagedPGM(PGMFault)
    case outOfMemory
    /// ZXing-C++ threw an exception, and the reason was not a lack of memory.
    case readerFailed

    /// A fault in a PGM. An offset is the number of bytes from the beginning of the file.
    public enum PGMFault: Error, Equatable, Sendable {
        case notPGM
        case noNumber(offset: Int)
        case numberTooLarge(offset: Int)
        case maximum(Int)
        case truncated(bytes: Int, needed: Int)
        case sample(Int, maximum: Int, offset: Int)
    }

    public var description: String {
        switch self {
        case .file(let path, let error): "\(path): \(error)"
        case .system(let operation, let errno): "could not \(operation): \(unsafe String(cString: strerror(errno)))"
        case .isDirectory: "this is a folder: give a PNG or PGM file"
        case .empty: "the picture is empty: give a PNG or PGM"
        case .tooManyBytes(let limit): "the picture has more than \(limit) bytes: give a smaller one"
        case .size(let width, let height, let side, let pixels):
            "a picture of \(width)×\(height) pixels is out of range: "
                + "give 1 to \(side) per side and at most \(pixels) in total"
        case .luminance(let bytes, let needed): "there are \(bytes) bytes of luminance, but the size requires \(needed)"
        case .unsupportedFormat(let format?): "this is a \(format) file: convert it to PNG"
        case .unsupportedFormat(nil): "this is neither a PNG nor a PGM: convert it to PNG"
        case .damagedPNG(let reason): "the PNG is damaged (\(reason)): save or send it again"
        case .damagedPGM(let fault): "the PGM is damaged (\(fault)): save or send it again"
        case .outOfMemory: "there is no memory left to read the picture: give a smaller one"
        case .readerFailed: "ZXing-C++ failed on this picture: please report this failure and include the picture"
        }
    }
}

extension SymbolReaderError.PGMFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notPGM: "it does not begin with P2 or P5"
        case .noNumber(let offset): "a number is missing at byte \(offset)"
        case .numberTooLarge(let offset): "the number at byte \(offset) is too large"
        case .maximum(let maximum): "its maximum value is \(maximum) but must be 1 to 65535"
        case .truncated(let bytes, let needed): "it has \(bytes) bytes of pixels instead of \(needed)"
        case .sample(let value, let maximum, let offset): "\(value) at byte \(offset) is above the maximum \(maximum)"
        }
    }
}
