import CPictures
public import Ticketing

/// Decodes a picture file and makes the files of all variants. Call it only in a separate process (`PictureProcess`),
/// because the file comes from a stranger.
public enum PictureDecoder {
    /// The maximum width of a decoded picture. The maximum height is `PictureError.ratioLimit` times as large, so that
    /// a tall picture keeps the full width.
    private static let largest = PictureWidth.large.rawValue
    private static let jpegQuality: Int32 = 82
    private static let webpQuality: Int32 = 80
    private static let placeholderQuality: Int32 = 60

    /// Checks a file by its header, then decodes it.
    ///
    /// - Parameter role: determines the minimum size of the picture.
    /// - Throws: a `PictureError`. `tooManyPixels`, `tooSmall`, `tooNarrow` and errors about the format are thrown
    ///   before any pixel is decoded.
    public static func prepare(_ file: [UInt8], as role: PictureRole) throws(PictureError) -> PreparedPicture {
        let header = try header(of: file)
        let (width, height) = (Int(header.width), Int(header.height))
        let smallest = role.smallestSize
        guard width >= smallest.width, height >= smallest.height else {
            throw .tooSmall(width: width, height: height, role: role)
        }
        guard max(width, height) <= PictureError.ratioLimit * min(width, height) else {
            throw .tooNarrow(width: width, height: height)
        }
        return try prepare(file, header)
    }

    /// Decodes a picture of any size up to a number of pixels. Only for the fuzzer, which needs small pictures.
    ///
    /// - Returns: nil if the picture has more pixels.
    package static func prepareSmall(_ file: [UInt8], mostPixels: Int) throws(PictureError) -> PreparedPicture? {
        let header = try header(of: file)
        guard Int(header.width) * Int(header.height) <= mostPixels else { return nil }
        return try prepare(file, header)
    }

    private static func prepare(_ file: [UInt8], _ header: CPicturesHeader) throws(PictureError) -> PreparedPicture {
        var header = header
        let pixels = try Pixels(file, &header, largest)
        var files: [[UInt8]] = []
        var reduced: Pixels?
        for variant in PictureVariant.all {
            let (width, height) = pixels.size(within: variant.width.rawValue)
            // Variants with the same width follow each other, so the picture is shrunk once for each width.
            if reduced?.width != width || reduced?.height != height {
                reduced = try pixels.shrunk(width: width, height: height)
            }
            guard let reduced else { throw .tooExpensive }
            files.append(
                try reduced.encoded(
                    variant.format, variant.width == .placeholder ? placeholderQuality : nil))
        }
        let colour = pixels.dominantColour
        guard
            let picture = PreparedPicture(
                width: pixels.width, height: pixels.height, colour: colour, files: files)
        else { throw .tooExpensive }
        return picture
    }

    private static func header(of file: [UInt8]) throws(PictureError) -> CPicturesHeader {
        guard !file.isEmpty else { throw .empty }
        guard file.count <= PictureError.byteLimit else { throw .tooManyBytes }
        var header = CPicturesHeader()
        try check(unsafe CPictures_header(file, file.count, &header))
        switch header.format {
        case CPicturesJPEG, CPicturesPNG, CPicturesWebP: break
        case CPicturesHEIC: throw .unsupported(.heic)
        case CPicturesAVIF: throw .unsupported(.avif)
        case CPicturesGIF: throw .unsupported(.gif)
        default: throw .notAPicture
        }
        let (width, height) = (Int(header.width), Int(header.height))
        guard height <= PictureError.pixelLimit, width <= PictureError.pixelLimit,
            width * height <= PictureError.pixelLimit
        else {
            throw .tooManyPixels(width: width, height: height)
        }
        return header
    }

    /// Throws the error that corresponds to an outcome. `CPicturesDone` is no error.
    static func check(_ outcome: CPicturesOutcome) throws(PictureError) {
        switch outcome {
        case CPicturesDone: return
        case CPicturesTooManyScans: throw .tooManyScans
        case CPicturesAnimated: throw .animated
        case CPicturesOutOfMemory: throw .tooExpensive
        default: throw .damaged
        }
    }

    /// The pixels of a decoded picture, in memory that C code has allocated. The memory is freed with this object.
    @safe private final class Pixels {
        private var pixels: CPicturesPixels

        /// Decodes a file, and shrinks the picture to fit into `width` × `PictureError.ratioLimit` · `width` pixels.
        init(_ file: [UInt8], _ header: inout CPicturesHeader, _ width: Int) throws(PictureError) {
            unsafe pixels = CPicturesPixels()
            let height = PictureError.ratioLimit * width
            try PictureDecoder.check(
                unsafe CPictures_decode(file, file.count, &header, UInt32(width), UInt32(height), &pixels))
        }

        private init(_ pixels: CPicturesPixels) { unsafe self.pixels = pixels }

        deinit { unsafe CPictures_freePixels(&pixels) }

        var width: Int { unsafe Int(pixels.width) }
        var height: Int { unsafe Int(pixels.height) }

        /// The size of the picture after it is shrunk to a maximum width. A picture that is not wider keeps its size.
        func size(within maximum: Int) -> (width: Int, height: Int) {
            guard width > maximum else { return (width, height) }
            return (maximum, max(1, (height * maximum + width / 2) / width))
        }

        func shrunk(width: Int, height: Int) throws(PictureError) -> Pixels {
            var shrunk = unsafe CPicturesPixels()
            try PictureDecoder.check(unsafe CPictures_shrink(&pixels, UInt32(width), UInt32(height), &shrunk))
            return unsafe Pixels(shrunk)
        }

        /// - Parameter quality: from 1 to 100; nil for `jpegQuality` or `webpQuality`.
        func encoded(_ format: PictureEncoding, _ quality: Int32?) throws(PictureError) -> [UInt8] {
            var file = unsafe CPicturesFile()
            let outcome =
                switch format {
                case .jpeg: unsafe CPictures_encodeJPEG(&pixels, quality ?? jpegQuality, &file)
                case .webp: unsafe CPictures_encodeWebP(&pixels, quality ?? webpQuality, &file)
                }
            try PictureDecoder.check(outcome)
            defer { unsafe CPictures_freeFile(&file) }
            return unsafe [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
        }

        var dominantColour: Int { unsafe Int(CPictures_dominantColour(&pixels)) }
    }
}
