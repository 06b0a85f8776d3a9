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
    private let surface: OpaquePointer?
    private let sink: CairoSink
    public let typesetter: Typesetter

    /// - Parameter write: takes the file's bytes, block by block; what it throws comes out of `page` or `finish`.
    public init(title: String, _ write: @escaping ([UInt8]) throws -> Void) throws {
        typesetter = try Typesetter()
        sink = CairoSink(handingOn: write)
        unsafe surface = cairo_pdf_surface_create_for_stream(CairoSink.write, sink.closure, 1, 1)
        try Canvas.check(unsafe cairo_surface_status(surface))
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
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
        unsafe cairo_pdf_surface_set_size(surface, width, height)
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
