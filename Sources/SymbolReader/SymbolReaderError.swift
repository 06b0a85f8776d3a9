import Glibc

/// Why a picture could not be looked at.
public enum SymbolReaderError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong with the file of that path.
    indirect case file(path: String, SymbolReaderError)
    case system(operation: String, errno: Int32)
    case isFolder
    case empty
    case tooManyBytes(limit: Int)
    case size(width: Int, height: Int, sideLimit: Int, pixelLimit: Int)
    case luminance(bytes: Int, needed: Int)
    /// Another format than PNG and PGM; nil if it is none that is known.
    case notReadable(format: String?)
    /// What libpng says.
    case damagedPNG(String)
    case damagedPGM(PGMFault)
    case outOfMemory
    /// ZXing-C++ threw something else than a lack of memory.
    case readerFailed

    /// What is wrong with a PGM. Offsets count bytes from 0.
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
        case .isFolder: "this is a folder: give a PNG or PGM file"
        case .empty: "the picture is empty: give a PNG or PGM"
        case .tooManyBytes(let limit): "the picture has more than \(limit) bytes: give a smaller one"
        case .size(let width, let height, let side, let pixels):
            "a picture of \(width)×\(height) pixels is out of range: "
                + "give 1 to \(side) a side and at most \(pixels) in all"
        case .luminance(let bytes, let needed): "there are \(bytes) bytes of luminance and the size needs \(needed)"
        case .notReadable(let format?): "this is a \(format) file: convert it to PNG"
        case .notReadable(nil): "this is neither a PNG nor a PGM: convert it to PNG"
        case .damagedPNG(let reason): "the PNG is damaged (\(reason)): save or send it again"
        case .damagedPGM(let fault): "the PGM is damaged (\(fault)): save or send it again"
        case .outOfMemory: "there is no memory left to read the picture: give a smaller one"
        case .readerFailed: "ZXing-C++ failed on this picture: please report it with the picture"
        }
    }
}

extension SymbolReaderError.PGMFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notPGM: "it does not begin with P2 or P5"
        case .noNumber(let offset): "no number where one belongs, at byte \(offset)"
        case .numberTooLarge(let offset): "an absurd number at byte \(offset)"
        case .maximum(let maximum): "a maximum of \(maximum), which must be 1 to 65535"
        case .truncated(let bytes, let needed): "\(bytes) bytes of pixels, \(needed) are needed"
        case .sample(let value, let maximum, let offset): "\(value) at byte \(offset) is above the maximum \(maximum)"
        }
    }
}
