import Glibc
public import Languages

/// The reason why an image could not be read.
public enum SymbolReaderError: Error, Equatable, Sendable, SentenceConvertible {
    /// An error while reading the file at `path`. The second value is the reason.
    indirect case file(path: String, SymbolReaderError)
    case system(operation: Operation, errno: Int32)
    case isDirectory
    case empty
    case tooManyBytes(limit: Int)
    case size(width: Int, height: Int, sideLimit: Int, pixelLimit: Int)
    case luminance(bytes: Int, needed: Int)
    /// The file is neither a PNG nor a PGM. `format` is nil if the format is unknown.
    case unsupportedFormat(format: String?)
    /// The PNG is damaged. The associated value is the reason, for example libpng's message.
    case damagedPNG(Sentence)
    case damagedPGM(PGMFault)
    case outOfMemory
    /// ZXing-C++ threw an exception, and the reason was not a lack of memory.
    case readerFailed

    public enum Operation: Sendable {
        case open
        case read
    }

    /// A fault in a PGM. An offset is the number of bytes from the beginning of the file.
    public enum PGMFault: Error, Equatable, Sendable {
        case notPGM
        case noNumber(offset: Int)
        case numberTooLarge(offset: Int)
        case maximum(Int)
        case truncated(bytes: Int, needed: Int)
        case sample(Int, maximum: Int, offset: Int)
    }

    enum Text: String, SentenceKey {
        static let subject = "symbolReaderError"

        case file = "{path}: {fault}"
        case notOpened = "could not open the file: {reason}"
        case notRead = "could not read the file: {reason}"
        case isDirectory = "this is a folder: give a PNG or PGM file"
        case empty = "the picture is empty: give a PNG or PGM"
        case tooManyBytes = "the picture has more than {limit} bytes: give a smaller picture"
        case size =
            "a picture of {width}×{height} pixels is out of range: a side may have 1 to {side} pixels, and the whole picture at most {pixels}"
        case luminance = "there are {bytes} bytes of luminance, but the size requires {needed}"
        case unsupportedFormat = "this is a {format} file: convert it to PNG"
        case unknownFormat = "this is neither a PNG nor a PGM: convert it to PNG"
        case damagedPNG = "the PNG is damaged ({reason}): save or send it again"
        case noPNGSignature = "it does not begin with the PNG signature"
        case damagedPGM = "the PGM is damaged ({fault}): save or send it again"
        case outOfMemory = "there is not enough memory to read the picture: give a smaller picture"
        case readerFailed = "ZXing-C++ failed on this picture: please report this failure and include the picture"
    }

    public var sentence: Sentence {
        switch self {
        case .file(let path, let error):
            Sentence(Text.file, ["path": .text(path), "fault": .sentence(error.sentence)])
        case .system(let operation, let errno):
            Sentence(
                operation == .open ? Text.notOpened : .notRead,
                ["reason": .text(unsafe String(cString: strerror(errno)))])
        case .isDirectory: Sentence(Text.isDirectory)
        case .empty: Sentence(Text.empty)
        case .tooManyBytes(let limit): Sentence(Text.tooManyBytes, ["limit": .number(limit)])
        case .size(let width, let height, let side, let pixels):
            Sentence(
                Text.size,
                [
                    "width": .number(width), "height": .number(height), "side": .number(side),
                    "pixels": .number(pixels),
                ])
        case .luminance(let bytes, let needed):
            Sentence(Text.luminance, ["bytes": .number(bytes), "needed": .number(needed)])
        case .unsupportedFormat(let format?): Sentence(Text.unsupportedFormat, ["format": .text(format)])
        case .unsupportedFormat(nil): Sentence(Text.unknownFormat)
        case .damagedPNG(let reason): Sentence(Text.damagedPNG, ["reason": .sentence(reason)])
        case .damagedPGM(let fault): Sentence(Text.damagedPGM, ["fault": .sentence(fault.sentence)])
        case .outOfMemory: Sentence(Text.outOfMemory)
        case .readerFailed: Sentence(Text.readerFailed)
        }
    }
}

extension SymbolReaderError.PGMFault: SentenceConvertible {
    enum Text: String, SentenceKey {
        static let subject = "pgmFault"

        case notPGM = "it does not begin with P2 or P5"
        case noNumber = "a number is missing at byte {offset}"
        case numberTooLarge = "the number at byte {offset} is too large"
        case maximum = "its maximum value is {maximum} but must be 1 to 65535"
        case truncated = "it has {bytes} bytes of pixels instead of {needed}"
        case sample = "{value} at byte {offset} is above the maximum {maximum}"
    }

    public var sentence: Sentence {
        switch self {
        case .notPGM: Sentence(Text.notPGM)
        case .noNumber(let offset): Sentence(Text.noNumber, ["offset": "\(offset)"])
        case .numberTooLarge(let offset): Sentence(Text.numberTooLarge, ["offset": "\(offset)"])
        case .maximum(let maximum): Sentence(Text.maximum, ["maximum": "\(maximum)"])
        case .truncated(let bytes, let needed):
            Sentence(Text.truncated, ["bytes": .number(bytes), "needed": .number(needed)])
        case .sample(let value, let maximum, let offset):
            Sentence(
                Text.sample, ["value": "\(value)", "offset": "\(offset)", "maximum": "\(maximum)"])
        }
    }
}
