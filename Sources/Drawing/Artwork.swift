import CPangoCairo
import CRSVG
public import Languages

/// A logo or other image from a file. The contents of the file show whether the image is a PNG, a JPEG or an SVG.
///
/// Files with more than `byteLimit` bytes or `pixelLimit` pixels are rejected before they are decoded. Damaged files
/// are also rejected. An SVG is rejected if it contains scripts, external references or filters, or if its references
/// to its own parts draw more than `SVGReferenceCounter.limit` elements. An SVG may embed PNG and JPEG images with at
/// most `pixelLimit` pixels in total.
@safe public final class Artwork {
    public static let byteLimit = 8 << 20
    public static let pixelLimit = 16 << 20

    @safe private enum Content {
        case raster(OpaquePointer)
        /// - Parameter pixels: The total number of pixels of the embedded images.
        case vector(UnsafeMutablePointer<RsvgHandle>, pixels: Int)
    }

    private let form: Content
    /// The width in the image's units. Callers need only the ratio of width and height.
    public let width: Double
    public let height: Double

    public init(_ bytes: [UInt8]) throws(DrawingError) {
        guard bytes.count <= Artwork.byteLimit else {
            throw .artwork(.tooManyBytes(bytes.count, limit: Artwork.byteLimit))
        }
        if bytes.starts(with: PNGHeader.signature) {
            let size = try PNGHeader.size(of: bytes)
            _ = try Artwork.pixels(of: size)
            unsafe form = .raster(try Artwork.decode(png: bytes))
            (width, height) = (Double(size.width), Double(size.height))
        } else if bytes.starts(with: JPEGPicture.signature) {
            _ = try Artwork.pixels(of: JPEGPicture.size(of: bytes))
            let surface = unsafe try JPEGPicture.surface(of: bytes)
            unsafe form = .raster(surface)
            (width, height) = unsafe (
                Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface))
            )
        } else if let text = String(validating: bytes, as: UTF8.self), text.contains("<svg") {
            let pixels = try SVGValidator.check(bytes)
            let handle = unsafe try Artwork.open(svg: bytes)
            unsafe form = .vector(handle, pixels: pixels)
            (width, height) = unsafe Artwork.size(of: handle)
        } else {
            throw .artwork(.unsupportedFormat)
        }
    }

    deinit {
        switch form {
        case .raster(let surface): unsafe cairo_surface_destroy(surface)
        case .vector(let handle, _): unsafe g_object_unref(UnsafeMutableRawPointer(handle))
        }
    }

    /// Counts the pixels of an image.
    ///
    /// - Throws: `tooManyPixels` if the image has more than `limit` pixels.
    static func pixels(
        of size: (width: Int, height: Int), limit: Int = pixelLimit
    ) throws(DrawingError) -> Int {
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflows, pixels <= limit else {
            throw .artwork(.tooManyPixels(width: size.width, height: size.height, limit: pixelLimit))
        }
        return pixels
    }

    static func decode(png bytes: [UInt8]) throws(DrawingError) -> OpaquePointer {
        let source = ByteSource(bytes)
        let surface = unsafe cairo_image_surface_create_from_png_stream(
            ByteSource.read, Unmanaged.passUnretained(source).toOpaque())
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS, let surface = unsafe surface else {
            unsafe cairo_surface_destroy(surface)
            throw .artwork(.damaged(.verbatim(unsafe String(cString: cairo_status_to_string(status)))))
        }
        return unsafe surface
    }

    private static func open(svg bytes: [UInt8]) throws(DrawingError) -> UnsafeMutablePointer<RsvgHandle> {
        guard crsvg_load() else { throw .missingSVGReader }
        var error: UnsafeMutablePointer<GError>?
        // Without a base URL, librsvg never loads external files.
        guard let handle = unsafe crsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
            defer { unsafe g_error_free(error) }
            throw .artwork(.damaged(unsafe Artwork.message(of: error)))
        }
        return unsafe handle
    }

    static func message(of error: UnsafeMutablePointer<GError>?) -> Sentence {
        guard let message = unsafe error?.pointee.message else { return Sentence(ArtworkError.Text.noPicture) }
        return .verbatim(unsafe String(cString: message))
    }

    private static func size(of handle: UnsafeMutablePointer<RsvgHandle>) -> (Double, Double) {
        var (width, height) = (0.0, 0.0)
        if unsafe crsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0, width > 0, height > 0 {
            return (width, height)
        }
        var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
        var (lengthX, lengthY, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        unsafe crsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &lengthX, &hasHeight, &lengthY, &hasBox, &box)
        return hasBox != 0 && box.width > 0 && box.height > 0 ? (box.width, box.height) : (1, 1)
    }

    /// Draws the image in the centre of the box, as large as the box allows.
    ///
    /// - Parameter dots: The number of printer dots per unit of the box; nil to keep every pixel. Images with a higher
    ///   resolution than the printer are scaled down, also those that are embedded in an SVG.
    fileprivate func draw(on context: OpaquePointer, in box: Canvas.Box, dots: Double?) throws {
        let scale = min(box.width / width, box.height / height)
        let (wide, high) = (width * scale, height * scale)
        let (x, y) = (box.x + (box.width - wide) / 2, box.y + (box.height - high) / 2)
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        switch form {
        case .raster(let surface):
            let smaller = unsafe try Artwork.scaledDown(surface, by: scale * (dots ?? .infinity))
            defer { unsafe cairo_surface_destroy(smaller) }
            let drawn = unsafe smaller ?? surface
            unsafe cairo_translate(context, x, y)
            unsafe cairo_scale(
                context, wide / Double(cairo_image_surface_get_width(drawn)),
                high / Double(cairo_image_surface_get_height(drawn)))
            unsafe cairo_set_source_surface(context, drawn, 0, 0)
            unsafe cairo_paint(context)
        case .vector(let handle, let pixels):
            var (across, down) = (wide * (dots ?? 1), high * (dots ?? 1))
            let isPainted =
                dots != nil && Double(pixels) > across * down && max(across, down) <= Artwork.longestSide
            if isPainted { (across, down) = (max(1, across.rounded(.up)), max(1, down.rounded(.up))) }
            let drawing = unsafe try Artwork.renderedSurface(handle, across: across, down: down, inPixels: isPainted)
            defer { unsafe cairo_surface_destroy(drawing) }
            unsafe cairo_translate(context, x, y)
            unsafe cairo_scale(context, wide / across, high / down)
            unsafe cairo_set_source_surface(context, drawing, 0, 0)
            unsafe cairo_paint(context)
        }
    }

    /// The maximum width and the maximum height of a cairo image, in pixels.
    private static let longestSide = 32_767.0

    /// Renders an SVG to a separate, unrotated surface, which the caller must destroy. On a rotated surface, librsvg
    /// omits some groups (with an opacity, a mask, a blend mode or a bounding-box clip), and renders masks coarsely.
    ///
    /// - Parameter inPixels: True to render to an image surface, false to render to a recording surface, which stores
    ///   the drawing operations.
    private static func renderedSurface(
        _ handle: UnsafeMutablePointer<RsvgHandle>, across: Double, down: Double, inPixels: Bool
    ) throws -> OpaquePointer? {
        var extents = cairo_rectangle_t(x: 0, y: 0, width: across, height: down)
        let surface =
            inPixels
            ? unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(across), Int32(down))
            : unsafe cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)
        do {
            guard let context = unsafe cairo_create(surface) else { throw DrawingError.noMemory }
            defer { unsafe cairo_destroy(context) }
            var viewport = RsvgRectangle(x: 0, y: 0, width: across, height: down)
            var error: UnsafeMutablePointer<GError>?
            guard unsafe crsvg_handle_render_document(handle, context, &viewport, &error) != 0 else {
                defer { unsafe g_error_free(error) }
                throw unsafe DrawingError.artwork(.damaged(Artwork.message(of: error)))
            }
            try Canvas.check(unsafe cairo_status(context))
            return unsafe surface
        } catch {
            unsafe cairo_surface_destroy(surface)
            throw error
        }
    }
}

extension Artwork {
    /// Makes a copy with fewer pixels. The caller must destroy the copy. Nil if no reduction is needed.
    ///
    /// - Parameter factor: The width of the copy relative to the width of the original.
    fileprivate static func scaledDown(
        _ surface: OpaquePointer, by factor: Double
    ) throws(DrawingError) -> OpaquePointer? {
        guard factor < 1 else { return nil }
        let (width, height) = unsafe (
            Double(cairo_image_surface_get_width(surface)), Double(cairo_image_surface_get_height(surface))
        )
        let (across, down) = (max(1, (width * factor).rounded(.up)), max(1, (height * factor).rounded(.up)))
        let isOpaque = unsafe cairo_surface_get_content(surface) == CAIRO_CONTENT_COLOR
        let copy = unsafe cairo_image_surface_create(
            isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(across), Int32(down))
        guard let context = unsafe cairo_create(copy) else { throw .noMemory }
        defer { unsafe cairo_destroy(context) }
        unsafe cairo_scale(context, across / width, down / height)
        unsafe cairo_set_source_surface(context, surface, 0, 0)
        unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        unsafe cairo_paint(context)
        try Canvas.check(unsafe cairo_status(context))
        return unsafe copy
    }
}

extension Canvas {
    /// Draws an image in the centre of the box, as large as the box allows.
    ///
    /// - Parameter dotsPerUnit: The number of printer dots per unit of the canvas; nil to keep every pixel of the
    ///   image.
    public func draw(_ artwork: Artwork, in box: Box, dotsPerUnit: Double? = nil) throws {
        unsafe try artwork.draw(on: context, in: box, dots: dotsPerUnit)
    }
}

/// The reason why an image was rejected.
public enum ArtworkError: Error, Hashable, Sendable, SentenceConvertible {
    case tooManyBytes(Int, limit: Int)
    case tooManyPixels(width: Int, height: Int, limit: Int)
    case unsupportedFormat
    case damaged(Sentence)
    /// The SVG contains something other than a plain drawing, such as a script, a filter or a reference to another
    /// file.
    case activeContent(what: Sentence, line: Int)
    /// An image embedded in the SVG was rejected.
    indirect case embedded(ArtworkError, line: Int)
    /// The SVG's references to its own parts draw too many elements.
    case tooManyParts(limit: Int)

    enum Text: String, SentenceKey {
        static let subject = "artworkError"

        case tooManyBytes = "the picture has {bytes} bytes, but the limit is {limit}: save a smaller version"
        case tooManyPixels =
            "the picture has {width}×{height} pixels, but the limit is {limit} in total: save a smaller version"
        case unsupportedFormat = "this is neither a PNG nor a JPEG nor an SVG: convert it to one of them"
        case damaged = "the picture is damaged ({reason}): save it again"
        case activeContent =
            "line {line} of the SVG has {what}, which is not allowed: export the picture as PNG (in Canva with Share, Download and the file type PNG), or save it as a plain SVG with only shapes"
        case embeddedFormat =
            "line {line} of the SVG has a picture that is neither a PNG nor a JPEG in base64: convert it to one of them"
        case embedded = "line {line} of the SVG has a picture with a fault: {fault}"
        case tooManyParts =
            "the SVG repeats its own parts more than {limit} times: save it with fewer repetitions, or as a PNG"

        // Reasons for the error `damaged`
        case twoSizes = "its header gives the size twice"
        case manyScans = "it has more than {limit} scans"
        case endMissing = "its end is missing"
        case noSize = "it has no size"
        case headerIncomplete = "its header is incomplete"
        case notBase64 = "it is not base64"
        case noPicture = "no picture"
        case atLine = "line {line}: {reason}"

        // Active contents of an SVG
        case element = "the element {element}"
        case attribute = "the attribute {attribute}"
        case filter = "a filter, such as a blur or a shadow"
        case indirectStyle = "a style that may load another file"
        case loadingStyle = "a style that loads another file"
        case externalReference = "an external reference"
        case declarations = "a DOCTYPE with declarations"
        case styleSheet = "a reference to a style sheet"
    }

    public var sentence: Sentence {
        switch self {
        case .tooManyBytes(let bytes, let limit):
            Sentence(Text.tooManyBytes, ["bytes": .number(bytes), "limit": .number(limit)])
        case .tooManyPixels(let width, let height, let limit):
            Sentence(
                Text.tooManyPixels, ["width": .number(width), "height": .number(height), "limit": .number(limit)])
        case .unsupportedFormat: Sentence(Text.unsupportedFormat)
        case .damaged(let why): Sentence(Text.damaged, ["reason": .sentence(why)])
        case .activeContent(let what, let line):
            Sentence(Text.activeContent, ["line": "\(line)", "what": .sentence(what)])
        case .embedded(.unsupportedFormat, let line): Sentence(Text.embeddedFormat, ["line": "\(line)"])
        case .embedded(let fault, let line):
            Sentence(Text.embedded, ["line": "\(line)", "fault": .sentence(fault.sentence)])
        case .tooManyParts(let limit): Sentence(Text.tooManyParts, ["limit": .number(limit)])
        }
    }
}

/// Reads the size of a PNG from its header, before the PNG is decoded (W3C PNG §11.2.1).
enum PNGHeader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func size(of bytes: [UInt8]) throws(DrawingError) -> (width: Int, height: Int) {
        guard bytes.starts(with: signature) else { throw .artwork(.unsupportedFormat) }
        guard bytes.count >= 24 else { throw .artwork(.damaged(Sentence(ArtworkError.Text.headerIncomplete))) }
        func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let size = (width: number(at: 16), height: number(at: 20))
        guard size.width > 0, size.height > 0 else { throw .artwork(.damaged(Sentence(ArtworkError.Text.noSize))) }
        return size
    }
}

/// Supplies bytes to cairo's PNG reader.
private final class ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    static let read: cairo_read_func_t = { closure, bytes, count in
        guard let closure = unsafe closure, let bytes = unsafe bytes else { return CAIRO_STATUS_READ_ERROR }
        let source = unsafe Unmanaged<ByteSource>.fromOpaque(closure).takeUnretainedValue()
        guard source.rest.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
        let target = unsafe UnsafeMutableBufferPointer(start: bytes, count: Int(count))
        _ = unsafe target.update(fromContentsOf: source.rest.prefix(Int(count)))
        source.rest.removeFirst(Int(count))
        return CAIRO_STATUS_SUCCESS
    }
}
