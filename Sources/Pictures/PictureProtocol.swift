import FileAccess
import Ticketing

/// The messages between two processes: the parent, which gets a picture from a stranger, and its child, which decodes
/// the picture (`PictureProcess`).
///
/// The child first sends `ready` or `unlocked`. Then the parent sends the role of the picture, the number of its bytes,
/// and the bytes. The child answers with the number of an error and the size of the picture, or with `prepared`, the
/// size, the most frequent colour, and the files with their lengths. The parent checks every part of the answer,
/// because an attack in the picture may have taken over the child.
enum PictureProtocol {
    /// The child has given up its rights (`Sandbox.lock`).
    static let ready = 0
    /// The kernel offers no way to give up rights (`Sandbox.Locks`), so the child decodes nothing.
    static let unlocked = 1
    /// The first number of the answer if the picture was decoded. Any other number is the number of an error.
    private static let prepared = 0
    private static let longestSide = 1 << 30

    static func send(_ role: PictureRole, to wire: SocketConnection) throws(SocketConnection.Fault) {
        try wire.send(PictureRole.allCases.firstIndex(of: role) ?? 0)
    }

    static func receiveRole(from wire: SocketConnection) throws(SocketConnection.Fault) -> PictureRole {
        PictureRole.allCases[try wire.number(upTo: PictureRole.allCases.count - 1)]
    }

    static func send(
        _ outcome: Result<PreparedPicture, PictureError>, to wire: SocketConnection
    ) throws(SocketConnection.Fault) {
        switch outcome {
        case .success(let picture):
            try wire.send(prepared)
            for number in [picture.width, picture.height, picture.colour] { try wire.send(number) }
            for file in picture.files {
                try wire.send(file.count)
                try wire.send(file)
            }
        case .failure(let error):
            let (code, width, height) = numbers(of: error)
            for number in [code, width, height] { try wire.send(number) }
        }
    }

    /// - Parameter role: the role that was sent to the child.
    static func receive(
        _ role: PictureRole, from wire: SocketConnection
    ) throws(SocketConnection.Fault) -> Result<PreparedPicture, PictureError> {
        let code = try wire.number(upTo: codes.count)
        let width = try wire.number(upTo: longestSide)
        let height = try wire.number(upTo: longestSide)
        guard code == prepared else { return .failure(error(code, width: width, height: height, role)) }
        let largest = PictureWidth.large.rawValue
        let tallest = PictureError.ratioLimit * largest
        guard (1...largest).contains(width), (1...tallest).contains(height) else { throw .malformed }
        let colour = try wire.number(upTo: 0xFFFFFF)
        var files: [[UInt8]] = []
        for variant in PictureVariant.all {
            let file = try wire.bytes(wire.number(upTo: PreparedPicture.longestFile))
            guard variant.format.begins(file) else { throw .malformed }
            files.append(file)
        }
        guard let picture = PreparedPicture(width: width, height: height, colour: colour, files: files) else {
            throw .malformed
        }
        return .success(picture)
    }

    /// The errors that the child can report. The number of an error is its index in this list plus one. The sizes are 0
    /// here, because the answer contains the size of the picture beside the number of the error.
    private static let codes: [PictureError] = [
        .empty, .tooManyBytes, .tooManyPixels(width: 0, height: 0), .tooSmall(width: 0, height: 0, role: .poster),
        .unsupported(.heic), .unsupported(.avif), .unsupported(.gif), .notAPicture, .damaged, .tooManyScans, .animated,
        .tooNarrow(width: 0, height: 0), .tooExpensive,
    ]

    private static func numbers(of error: PictureError) -> (code: Int, width: Int, height: Int) {
        let (plain, width, height): (PictureError, Int, Int) =
            switch error {
            case .tooManyPixels(let width, let height): (.tooManyPixels(width: 0, height: 0), width, height)
            case .tooSmall(let width, let height, _): (.tooSmall(width: 0, height: 0, role: .poster), width, height)
            case .tooNarrow(let width, let height): (.tooNarrow(width: 0, height: 0), width, height)
            default: (error, 0, 0)
            }
        return ((codes.firstIndex(of: plain) ?? codes.count - 1) + 1, width, height)
    }

    private static func error(_ code: Int, width: Int, height: Int, _ role: PictureRole) -> PictureError {
        switch codes[code - 1] {
        case .tooManyPixels: .tooManyPixels(width: width, height: height)
        case .tooSmall: .tooSmall(width: width, height: height, role: role)
        case .tooNarrow: .tooNarrow(width: width, height: height)
        case let error: error
        }
    }
}

extension PictureEncoding {
    /// Whether a file has the first bytes of this format.
    fileprivate func begins(_ file: [UInt8]) -> Bool {
        switch self {
        case .jpeg: file.starts(with: [0xFF, 0xD8, 0xFF])
        case .webp: file.starts(with: "RIFF".utf8) && file.dropFirst(8).starts(with: "WEBP".utf8)
        }
    }
}
