public import Languages

/// The reason why the program did not accept a picture.
public enum PictureError: Error, Hashable, SentenceConvertible {
    /// The maximum number of bytes of a file.
    public static let byteLimit = 20 << 20
    /// The maximum number of pixels of a picture.
    public static let pixelLimit = 40_000_000
    /// The maximum ratio of the longer side of a picture to the shorter side.
    public static let ratioLimit = 3

    case empty
    case tooManyBytes
    case tooManyPixels(width: Int, height: Int)
    case tooSmall(width: Int, height: Int, role: PictureRole)
    /// One side is more than `ratioLimit` times as long as the other.
    case tooNarrow(width: Int, height: Int)
    /// A picture in a format that the program does not decode, because the decoders for this format have many faults.
    case unsupported(UnsupportedPicture)
    case notAPicture
    case damaged
    case tooManyScans
    case animated
    /// Decoding needed too much memory or time, or the decoding process crashed.
    case tooExpensive
    /// Too many pictures are already waiting to be decoded.
    case busy
    /// The kernel offers neither Landlock nor seccomp, so nothing would protect the server from the decoding process.
    case noLock
    case noPicture(PictureRole)

    enum Text: String, SentenceKey {
        static let subject = "pictureError"

        case empty = "the file is empty; choose a picture in JPEG, PNG or WebP"
        case tooManyBytes = "the file is larger than {limit} MB; reduce the size of the picture"
        case tooManyPixels =
            "the picture has {width} × {height} pixels; save it smaller, with at most {limit} megapixels"
        case tooSmall =
            "the picture has {width} × {height} pixels and would look blurred; choose one with at least {leastWidth} × {leastHeight} pixels"
        case tooNarrow =
            "the picture has {width} × {height} pixels; crop it so that the longer side is at most {limit} times as long as the shorter side"
        case heic =
            "the picture is a HEIC file; export it as JPEG, or choose “Most Compatible” in the camera settings of the iPhone and take the photo again"
        case avif = "the picture is an AVIF file; export it as JPEG, PNG or WebP"
        case gif = "the picture is a GIF file; export it as JPEG, PNG or WebP"
        case notAPicture = "the file is not a picture in JPEG, PNG or WebP; export the picture as JPEG"
        case damaged = "the picture is damaged or incomplete; save it again in another program"
        case tooManyScans =
            "the JPEG file is stored in more than {limit} passes; save it again in another program, not as a progressive JPEG"
        case animated = "the picture is animated; choose a single picture"
        case tooExpensive = "the picture could not be read; save it as JPEG in another program"
        case busy = "the server is processing other pictures; try again in a minute"
        case noLock =
            "this server cannot read pictures safely, because its kernel offers neither Landlock nor seccomp; use Linux 5.13 or newer, or a container that allows seccomp"
        case noPoster = "the event has no poster"
        case noLogo = "the event has no logo"
        case noOrganizerPicture = "the organizer has no picture"
        case noGatePicture = "the gate has no picture"
    }

    public var sentence: Sentence {
        switch self {
        case .empty: Sentence(Text.empty)
        case .tooManyBytes: Sentence(Text.tooManyBytes, ["limit": .number(PictureError.byteLimit >> 20)])
        case .tooManyPixels(let width, let height):
            Sentence(
                Text.tooManyPixels,
                [
                    "width": .number(width), "height": .number(height),
                    "limit": .number(PictureError.pixelLimit / 1_000_000),
                ])
        case .tooSmall(let width, let height, let role):
            Sentence(
                Text.tooSmall,
                [
                    "width": .number(width), "height": .number(height),
                    "leastWidth": .number(role.smallestSize.width), "leastHeight": .number(role.smallestSize.height),
                ])
        case .tooNarrow(let width, let height):
            Sentence(
                Text.tooNarrow,
                [
                    "width": .number(width), "height": .number(height), "limit": .number(PictureError.ratioLimit),
                ])
        case .unsupported(.heic): Sentence(Text.heic)
        case .unsupported(.avif): Sentence(Text.avif)
        case .unsupported(.gif): Sentence(Text.gif)
        case .notAPicture: Sentence(Text.notAPicture)
        case .damaged: Sentence(Text.damaged)
        case .tooManyScans: Sentence(Text.tooManyScans, ["limit": .number(PictureError.scanLimit)])
        case .animated: Sentence(Text.animated)
        case .tooExpensive: Sentence(Text.tooExpensive)
        case .busy: Sentence(Text.busy)
        case .noLock: Sentence(Text.noLock)
        case .noPicture(.poster): Sentence(Text.noPoster)
        case .noPicture(.logo): Sentence(Text.noLogo)
        case .noPicture(.organizer): Sentence(Text.noOrganizerPicture)
        case .noPicture(.gate): Sentence(Text.noGatePicture)
        }
    }

    /// The maximum number of passes (“scans” in JPEG) in which a file stores a picture. Each pass can cover the whole
    /// picture again. Cameras write about ten passes.
    public static let scanLimit = 64
}

/// Formats of pictures that are recognized but not decoded.
public enum UnsupportedPicture: Hashable, Sendable, CaseIterable {
    case heic, avif, gif
}
