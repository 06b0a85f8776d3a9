import CPangoCairo

/// A PDF of pages that are drawn one after the other, with the fonts they use embedded. The same drawing gives the same
/// bytes: it bears no date.
///
/// ```swift
/// let document = try PDFDocument(title: "Tickets") { try partial.append($0) }
/// try document.page(width: 595.28, height: 841.89) { canvas in … }
/// try document.finish()
/// ```
@safe public final class PDFDocument {
    /// How viewers are asked to print it (ISO 32000-2 §12.2).
    public enum Printing: Sendable {
        /// As the viewer usually does.
        case usual
        /// In actual size on one side: sheets whose measures count.
        case actualSize
        /// In actual size on both sides, turned over the long edge.
        case actualSizeBothSides

        var viewerPreferences: String? {
            switch self {
            case .usual: nil
            case .actualSize: "/PrintScaling /None /Duplex /Simplex"
            case .actualSizeBothSides: "/PrintScaling /None /Duplex /DuplexFlipLongEdge"
            }
        }
    }

    private let surface: OpaquePointer?
    private let sink: CairoSink
    private let rewriter: PDFRewriter
    public let typesetter: Typesetter

    /// - Parameter write: takes the file's bytes, block by block; what it throws comes out of `page` or `finish`.
    public init(
        title: String, printing: Printing = .usual, _ write: @escaping ([UInt8]) throws -> Void
    ) throws {
        typesetter = try Typesetter()
        let rewriter = try PDFRewriter(printing: printing, handingOn: write)
        self.rewriter = rewriter
        sink = CairoSink { try rewriter.add($0) }
        unsafe surface = cairo_pdf_surface_create_for_stream(CairoSink.write, sink.closure, 1, 1)
        try Canvas.check(unsafe cairo_surface_status(surface))
        // Objects are rewritten one by one: cairo from 1.17 on would pack them into streams. Before, it writes none, and
        // what ligatures stand for, which takes version 1.5.
        if cairo_version() >= 11_700 {
            unsafe cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
        }
        let line = String(
            String.UnicodeScalarView(title.drawable.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, line)
        // No date at all: what is no date is left out.
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "")
    }

    deinit {
        // Cairo ends an unfinished file when it is destroyed; nobody takes that any more.
        sink.close()
        Fonts.alone { unsafe cairo_surface_destroy(surface) }
    }

    /// Adds a page of that many points (1/72 inch).
    public func page(width: Double, height: Double, _ draw: (Canvas) throws -> Void) throws {
        // Cairo clips to whole points: the rewriter gives the page its exact size.
        unsafe cairo_pdf_surface_set_size(surface, width.rounded(.up), height.rounded(.up))
        rewriter.pageSizes.append((width, height))
        try reporting {
            unsafe try Canvas.paint(on: surface, with: typesetter, draw)
            unsafe cairo_surface_show_page(surface)
            try Canvas.check(unsafe cairo_surface_status(surface))
        }
    }

    /// Writes the fonts and the rest. Nothing can be drawn after it.
    public func finish() throws {
        try reporting {
            unsafe cairo_surface_finish(surface)
            try Canvas.check(unsafe cairo_surface_status(surface))
            try sink.flush()
            try rewriter.finish()
        }
    }

    /// Why bytes could not be written says more than cairo's word that they could not.
    private func reporting(_ work: () throws -> Void) throws {
        do {
            try Fonts.alone(work)
        } catch is DrawingError where sink.error != nil {
            throw sink.error ?? DrawingError.cairo("nothing could be written")
        }
    }
}
