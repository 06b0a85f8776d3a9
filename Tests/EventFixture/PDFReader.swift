import Foundation

/// Checks PDF files with qpdf and pypdf, which are stricter than poppler. Reads the text of PDF files with poppler’s
/// `pdftotext`.
public enum PDFReader {
    /// The complaints of `qpdf --check`; empty for a valid file.
    public static func complaints(_ pdf: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(pdf, to: "file.pdf")
        return try complaints(of: folder("file.pdf"))
    }

    /// The complaints of `qpdf --check` about a file; empty for a valid file.
    public static func complaints(of path: String) throws -> String {
        let qpdf = try Tool.run("qpdf", ["--check", path])
        return qpdf.status == 0 && !(qpdf.text + qpdf.errorText).contains("WARNING") ? "" : "\(qpdf)"
    }

    /// The file in a form that people and tests can read: qpdf rewrites the file with uncompressed streams.
    public static func opened(_ pdf: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(pdf, to: "file.pdf")
        return try Tool.run("qpdf", ["--qdf", "--object-streams=disable", folder("file.pdf"), "-"]).requireSuccess()
            .text
    }

    /// The text of the pages, with one space between words.
    public static func text(_ pdf: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(pdf, to: "file.pdf")
        let text = try Tool.run("pdftotext", ["-enc", "UTF-8", folder("file.pdf"), "-"]).requireSuccess().text
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The number of pages; `pdftotext` ends each page with a form feed.
    public static func pageCount(of path: String) throws -> Int {
        try Tool.run("pdftotext", [path, "-"]).requireSuccess().output.count { $0 == 0xC }
    }

    /// Parses the objects and contents of every page with pypdf, in strict mode.
    ///
    /// - Returns: the faults, one on each line; empty for valid files.
    public static func strictFaults(_ paths: [String]) throws -> String {
        let script = """
            import sys, warnings, logging
            sys.path.insert(0, sys.argv[1])
            logging.disable(logging.CRITICAL)
            warnings.simplefilter("error")
            from pypdf import PdfReader
            for path in sys.argv[2:]:
                try:
                    reader = PdfReader(path, strict=True)
                    for page in reader.pages:
                        list(page["/Resources"].get("/XObject", {}).values())
                        page.get_contents().get_data()
                except Exception as error:
                    print(path, repr(error))
            """
        let python = try Tool.run("python3", ["-c", script, DownloadedPackage.path(of: "pypdf")] + paths)
            .requireSuccess()
        return python.text + python.errorText
    }
}
