import Printing
import Testing

/// With a check-in list on paper, staff can check off guests without a scanner.
@Suite("A paper check-in list")
struct PaperListTests {
    private func paper(
        _ lines: [PaperList.Line], of event: [TicketField: String] = [:], in language: String = "en-GB"
    ) throws -> Paper {
        var counter = PaperList.PageCounter(height: 297)
        for line in lines { counter.add(line) }
        var pdf: [UInt8] = []
        let list = try PaperList(
            PaperList.Heading(title: "Fair", order: .name, tickets: 40, people: 80, printed: "today", event: event),
            pages: counter.pages, width: 210, height: 297, language: PaperLanguage(language)
        ) { pdf += $0 }
        try lines.forEach(list.add)
        try list.finish()
        return try Paper(pdf)
    }

    @Test("Every page shows the number of pages, and a household’s ticket and guests are on the same page")
    func pages() throws {
        let lines = (0..<40).map { number in
            PaperList.Line(
                name: number % 7 == 0 ? String(repeating: "Long ", count: 20) : "Nakato",
                guests: number % 3 == 0 ? "Grace, John-\(number)" : "", type: "Guest", code: "CODE-\(number)",
                admits: 2)
        }
        let pages = try paper(lines).pages
        #expect(pages.count == 2)
        for (index, page) in pages.enumerated() {
            let text = page.map(\.text).joined(separator: " ")
            #expect(text.contains("page \(index + 1) of \(pages.count)") && text.contains("Fair – by name"))
            // Only the last line of the page is in the margin.
            let end = page.filter { $0.bottom > 297 - 15 }.map(\.text).joined(separator: " ")
            #expect(end == "40 tickets for 80 people · printed today")
            let codes = Set(page.compactMap { $0.text.hasPrefix("CODE-") ? $0.text.dropFirst(5) : nil })
            #expect(page.filter { $0.text.hasPrefix("John-") }.allSatisfy { codes.contains($0.text.dropFirst(5)) })
        }
        #expect(pages.joined().count { $0.text.hasPrefix("CODE-") } == 40)
        #expect(pages.joined().count { $0.text.hasPrefix("John-") } == 14)
    }

    @Test("The lists of two evenings with the same title differ, because each page shows the date and the venue")
    func occasion() throws {
        let lines = (0..<40).map { PaperList.Line(name: "Nakato", type: "Guest", code: "CODE-\($0)", admits: 1) }
        let event: [TicketField: String] = [
            .event: "Fair", .date: "Tuesday, 1 January 2030 at 18:00", .venue: "Lido Beach", .city: "Entebbe",
        ]
        let pages = try paper(lines, of: event).pages
        #expect(pages.count == 2)
        for page in pages {
            let text = page.map(\.text).joined(separator: " ")
            #expect(text.contains("Tuesday, 1 January 2030 at 18:00, Lido Beach, Entebbe"), "\(text)")
        }
        let place = try #require(try paper(lines, of: [.venue: "Lido Beach"]).pages.first)
        #expect(place.contains { $0.text == "Beach" } && !place.contains { $0.text == "," || $0.text == "Beach," })
    }

    @Test("A long ticket type wraps to two lines, and its font size is at least 7 points")
    func longTypes() throws {
        let type = "Carer of a guest in a wheelchair, both evenings, with parking"
        let page = try #require(
            try paper([PaperList.Line(name: "Nakato", type: type, code: "CODE-1", admits: 1)]).pages.first)
        let words = page.filter { word in
            word.top > 25 && type.split(separator: " ").contains { $0 == word.text }
        }
        // In the font of the lists, the box around a word at 7 points is 3.3 mm high.
        #expect(words.count == 11 && words.allSatisfy { $0.bottom - $0.top >= 3.3 }, "\(words)")
        #expect(Set(words.map { Int($0.top) }).count == 2)
    }

    @Test("A list that is read from right to left has the columns of other lists in the opposite order")
    func rightToLeft() throws {
        let line = PaperList.Line(name: "Nakato", guests: "Grace", type: "Guest", code: "CODE-1", admits: 9)
        // The words for the headings are the same, because nothing is translated into Arabic.
        let pages = try ["en-GB", "ar"].map { try #require(try paper([line], in: $0).pages.first) }
        for text in ["Nakato", "Grace", "Guest", "CODE-1", "×9", "admitted", "name", "type", "code", "time"] {
            // The word “name” is also in the title, which ends at 23 mm.
            let words = try pages.map { page in try #require(page.first { $0.text == text && $0.top > 25 }) }
            let (left, right) = (words[0], words[1])
            #expect(abs(left.left - (210 - right.right)) < 0.3 && abs(left.top - right.top) < 0.1, "\(text)")
        }
    }

    @Test(
        "A long name wraps to more lines before its font size is reduced",
        arguments: [
            ("Maximiliana Wolkenstein-Trostburg von und zu Liechtenberg", 2.9),
            ("Bartholomew Featherstonehaugh-Cholmondeley of Kampala, Jinja and Entebbe", 4.0),
        ])
    func longNames(name: String, height: Double) throws {
        let page = try #require(
            try paper([PaperList.Line(name: name, type: "Guest", code: "CODE-1", admits: 1)]).pages.first)
        // The page number contains the word “of”, too. It ends at 23 mm.
        let words = page.filter { word in
            word.top > 25 && name.split(separator: " ").contains { $0 == word.text }
        }
        #expect(words.count >= 5 && words.allSatisfy { $0.bottom - $0.top >= height }, "\(words)")
        #expect(Set(words.map { Int($0.top) }).count > 1)
    }
}
