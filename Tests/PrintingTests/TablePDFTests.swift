import Printing
import Testing

@Suite("Tables as PDF files")
struct TablePDFTests {
    private func paper(_ rows: [[String]], in language: String = "en-GB") throws -> Paper {
        var pdf: [UInt8] = []
        let columns: [TablePDF.Column] = [.init("Order"), .init("Note"), .init("Total", isNumber: true)]
        try TablePDF(title: "Orders", columns: columns, language: PaperLanguage(language)).write(rows) { pdf += $0 }
        return try Paper(pdf)
    }

    @Test("Every page has the headings and a page number, and long texts do not reach into the margins")
    func pages() throws {
        let long = String(repeating: "word ", count: 40)
        let pages = try paper((1...45).map { ["A-\($0)", $0 % 2 == 0 ? long : "", "\($0 * 1000)"] }).pages
        #expect(pages.count == 3)
        for (index, page) in pages.enumerated() {
            let text = page.map(\.text).joined(separator: " ")
            #expect(text.contains("page \(index + 1) of 3") && text.contains("Orders"))
            for heading in ["Order", "Note", "Total"] { #expect(page.contains { $0.text == heading }) }
            #expect(page.allSatisfy { $0.left > 11.5 && $0.right < 285.5 })
        }
        let words = pages.joined()
        // Poppler does not list the words of a page from top to bottom, so the words are sorted by their position.
        let rows = pages.flatMap { page in
            page.filter { $0.text.hasPrefix("A-") }.sorted { $0.top < $1.top }.map(\.text)
        }
        #expect(rows == (1...45).map { "A-\($0)" })
        // Numbers end at the right edge of their column.
        let numbers = words.filter { $0.text.hasSuffix("000") }
        #expect(numbers.count == 45 && numbers.allSatisfy { abs($0.right - 285) < 0.6 })
    }

    @Test("A table without rows has one page, and a table in a right-to-left language is mirrored")
    func mirrored() throws {
        #expect(try paper([]).pages.count == 1)
        let pages = try ["en-GB", "ar"].map { try #require(paper([["A-1", "x", "5"]], in: $0).pages.first) }
        for text in ["A-1", "x", "5", "Note", "Total"] {
            let words = try pages.map { page in try #require(page.first { $0.text == text }) }
            #expect(abs(words[0].left - (297 - words[1].right)) < 0.4, "\(text)")
        }
    }
}
