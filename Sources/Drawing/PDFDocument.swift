import CPangoCairo
import Languages

/// A PDF whose pages are drawn one after another, with embedded fonts. The file contains no date, so the same drawing
/// gives the same bytes.
///
/// ```swift
/// let document = try PDFDocument(title: "Tickets") { try partial.append($0) }
/// try document.page(width: 595.28, height: 841.89) { canvas in … }
/// try document.finish()
/// ```
@safe public final class PDFDocument {
    /// The print settings that viewers are asked to use (ISO 32000-2 §12.2).
    public enum PrintScaling: Sendable {
        case viewerDefault
        /// Actual size on one side, for sheets with exact dimensions.
        case actualSize
        /// Actual size on both sides, flipped on the long edge.
        case actualSizeBothSides

        var viewerPreferences: String? {
            switch self {
            case .viewerDefault: nil
            case .actualSize: "/PrintScaling /None /Duplex /Simplex"
            case .actualSizeBothSides: "/PrintScaling /None /Duplex /DuplexFlipLongEdge"
            }
        }
    }

    private let surface: OpaquePointer?
    private let sink: CairoSink
    private let rewriter: PDFRewriter
    public let typesetter: Typesetter

    /// Begins a PDF without pages.
    ///
    /// - Parameter write: Receives the bytes of the file in blocks. `page` and `finish` throw the errors of this
    ///   closure.
    public init(
        title: String, printing: PrintScaling = .viewerDefault, _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        typesetter = try Typesetter()
        let rewriter = try PDFRewriter(printing: printing, passingTo: write)
        self.rewriter = rewriter
        sink = CairoSink { try rewriter.add($0) }
        unsafe surface = cairo_pdf_surface_create_for_stream(CairoSink.write, sink.closure, 1, 1)
        try Canvas.check(unsafe cairo_surface_status(surface))
        // `PDFRewriter` rewrites objects one by one, so the file must not contain object streams. Cairo writes object
        // streams from version 1.17, unless the file is restricted to PDF 1.4. Older versions of cairo write no object
        // streams, so their files are not restricted: with PDF 1.4, these versions could not store which letters a
        // ligature stands for.
        if cairo_version() >= 11_700 {
            unsafe cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
        }
        let line = String(
            String.UnicodeScalarView(title.replacingNoncharacters.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, line)
        // Cairo omits the date if this text is not a valid date.
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
    }

    deinit {
        // Cairo completes an unfinished file when its surface is destroyed. The output that completes the file is
        // discarded.
        sink.close()
        FontAccess.withLock { unsafe cairo_surface_destroy(surface) }
    }

    /// The area of a page that remains after the sheet is cut, and the strip around it that is printed and cut off.
    public struct TrimArea: Sendable {
        public let trim: Canvas.Box
        public let bleed: Double

        public init(trim: Canvas.Box, bleed: Double) {
            self.trim = trim
            self.bleed = bleed
        }
    }

    /// Adds a page. Lengths are in points (1/72 inch).
    ///
    /// - Parameter trimArea: The area that the TrimBox and BleedBox of the page declare (ISO 32000-2 §14.11.2); nil for
    ///   a page without these boxes.
    public func page(
        width: Double, height: Double, trimmedTo trimArea: TrimArea? = nil, _ draw: (Canvas) throws -> Void
    ) throws {
        // Cairo clips a page to whole points, so the page is drawn larger. The rewriter then sets its exact size.
        unsafe cairo_pdf_surface_set_size(surface, width.rounded(.up), height.rounded(.up))
        rewriter.pageSizes.append(PDFRewriter.PageSize(width: width, height: height, trimArea: trimArea))
        try reporting {
            unsafe try Canvas.paint(on: surface, with: typesetter, draw)
            unsafe cairo_surface_show_page(surface)
            try Canvas.check(unsafe cairo_surface_status(surface))
        }
    }

    /// Writes the fonts and the rest of the file. No pages can be added afterwards.
    public func finish() throws {
        try reporting {
            unsafe cairo_surface_finish(surface)
            try Canvas.check(unsafe cairo_surface_status(surface))
            try sink.flush()
            try rewriter.finish()
        }
    }

    /// Runs `work`. If writing the file failed, throws the error of the write instead of cairo's general error.
    private func reporting(_ work: () throws -> Void) throws {
        do {
            try FontAccess.withLock(work)
        } catch is DrawingError where sink.error != nil {
            throw sink.error ?? DrawingError.cairo(Sentence(DrawingError.Text.nothingWritten))
        }
    }
}
