import Drawing
import EventFixture
import Printing
import Testing

@Suite("Tickets and cards that are read from right to left", .slow)
struct RightToLeftTests {
    /// Sets of values for the fields of a layout. Each value is one word. A text of a layout can contain several
    /// fields, but each set has a value for at most one of them. So each text on paper is one word.
    private static let values: [[TicketField: String]] = [
        [
            .event: "Festival", .date: "Friday", .venue: "Lido", .holder: "Nakato", .type: "Regular", .price: "Free",
            .code: "4F7K", .organizer: "Nile", .number: "37", .numberText: "No37", .subEvent: "Reception",
            .guest: "Grace", .table: "4", .tableText: "Table4", .tableLabel: "Table", .meal: "Fish",
        ],
        [.event: "Festival", .people: "admits", .city: "Entebbe", .doorsText: "doors"],
        [.event: "Festival", .due: "unpaid", .address: "Jetty"],
    ]

    private static func drawTickets(
        _ layout: Layout, _ values: [TicketField: String], _ direction: WritingDirection
    ) throws -> (pages: [[Paper.Word]], drawn: TicketSheetPDF.RenderedPages) {
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(
            layout, event: values, artwork: [:], sides: layout.back.isEmpty ? .front : .both, direction: direction
        ) { pdf += $0 }
        let ticket = PrintedTicket(code: "4F7K", token: Sample.token(1), fields: values)
        try file.add([ticket] + [PrintedTicket?](repeating: nil, count: layout.cellsPerSheet - 1))
        let drawn = try file.finish()
        // The self-check decodes each symbol at its position.
        if values == RightToLeftTests.values[0], direction == .rightToLeft {
            try Sample.withFile(pdf) { try SelfCheck.check($0, against: drawn, workers: 1) }
        }
        return (try Paper(pdf).pages, drawn)
    }

    private static func drawCards(
        _ layout: Layout, of paper: PaperKind, _ direction: WritingDirection
    ) throws -> [[Paper.Word]] {
        var pdf: [UInt8] = []
        let file = try CardSheetPDF(layout, of: paper, event: values[0], artwork: [:], direction: direction) {
            pdf += $0
        }
        let names = paper == .tableCards ? (1...12).map { "Namutebi\($0)" } : []
        let card = PrintedCard(name: "4", fields: values[0], names: names)
        try file.add([card] + [PrintedCard?](repeating: nil, count: layout.cellsPerSheet - 1))
        _ = try file.finish()
        return try Paper(pdf).pages
    }

    /// The left edge of an item after the item is mirrored within its ticket. The page has only this ticket.
    private static func mirrored(_ left: Double, _ width: Double, on layout: Layout, page: Int) throws -> Double {
        let cell = try #require((0..<layout.cellsPerSheet).first { page == 0 ? $0 == 0 : layout.cell(behind: $0) == 0 })
        return 2 * layout.origin(ofCell: cell).x + layout.ticket.width - left - width
    }

    /// Checks that each word of a left-to-right page is at the mirrored position on the right-to-left page.
    private static func check(
        _ words: [[Paper.Word]], _ others: [[Paper.Word]], on layout: Layout,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(words.count == others.count && !words.joined().isEmpty, sourceLocation: sourceLocation)
        for (page, (words, others)) in zip(words, others).enumerated() {
            #expect(words.count == others.count, sourceLocation: sourceLocation)
            for word in words {
                // The ink of some letters, such as J, begins outside the text’s edge, by at most a tenth of the text’s
                // height.
                let tolerance = max(0.3, (word.bottom - word.top) / 10)
                let left = try mirrored(word.left, word.right - word.left, on: layout, page: page)
                #expect(
                    others.contains {
                        $0.text == word.text && abs($0.left - left) < tolerance && abs($0.top - word.top) < 0.1
                    }, "\(word) should be at \(left): \(others)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(
        "On a right-to-left ticket of each layout, texts and symbols are mirrored, and the symbols are readable",
        arguments: LayoutSampleTests.names)
    func tickets(_ name: String) throws {
        let layout = try Sample.layout(name)
        for values in RightToLeftTests.values {
            let left = try RightToLeftTests.drawTickets(layout, values, .leftToRight)
            let right = try RightToLeftTests.drawTickets(layout, values, .rightToLeft)
            try RightToLeftTests.check(left.pages, right.pages, on: layout)
            for (page, (symbols, others)) in zip(left.drawn.pages, right.drawn.pages).enumerated() {
                #expect(symbols.count == others.count)
                for (symbol, other) in zip(symbols, others) {
                    let dot = 25.4 / layout.dpi
                    let x = try RightToLeftTests.mirrored(
                        Double(symbol.x) * dot, Double(symbol.side) * dot, on: layout, page: page)
                    #expect(abs(Double(other.x) * dot - x) < 2 * dot && other.y == symbol.y)
                    #expect(other.token == symbol.token && other.side == symbol.side)
                }
            }
        }
    }

    @Test("On a right-to-left card of each layout, texts are mirrored, and the first column of names is on the right")
    func cards() throws {
        for name in LayoutSampleTests.cards {
            let layout = try Sample.layout(name)
            let paper = name == "table-card" ? PaperKind.tableCards : .placeCards
            let words = try RightToLeftTests.drawCards(layout, of: paper, .leftToRight)
            try RightToLeftTests.check(
                words, try RightToLeftTests.drawCards(layout, of: paper, .rightToLeft), on: layout)
        }
    }

    @Test("Fields in one text follow the page’s direction, but venue and city follow the direction of their letters")
    func severalFields() throws {
        let layout = try Sample.layout("a6")
        let values: [TicketField: String] = [
            .event: "Festival", .date: "Friday", .doorsText: "doors", .venue: "Lido", .city: "Entebbe",
        ]
        for direction in [WritingDirection.leftToRight, .rightToLeft] {
            let words = try RightToLeftTests.drawTickets(layout, values, direction).pages[0]
            func left(_ text: String) throws -> Double {
                try #require(words.first { $0.text.contains(text) }).left
            }
            #expect(try (left("Friday") < left("doors")) == (direction == .leftToRight))
            #expect(try left("Lido") < left("Entebbe"))
        }
    }

    @Test("A text that is rotated by a quarter turn begins at the same height after it is mirrored")
    func quarterTurn() throws {
        var layout = try Sample.layout("a6")
        layout.front.removeAll { if case .text = $0.content { true } else { false } }
        layout.front.append(
            LayoutBox(
                content: .text(
                    try TextTemplate("{event}"), FittedText.Style(font: Font(size: 12), vertical: .bottom), .black),
                area: LayoutBox.Area(x: 4, y: 10, width: 8, height: 60), rotation: .right))
        let left = try RightToLeftTests.drawTickets(layout, [.event: "Festival"], .leftToRight).pages
        let right = try RightToLeftTests.drawTickets(layout, [.event: "Festival"], .rightToLeft).pages
        try RightToLeftTests.check(left, right, on: layout)
        #expect(left[0].allSatisfy { $0.right < 20 } && right[0].allSatisfy { $0.left > 80 })
    }

    @Test("On a right-to-left label, texts and the symbol are also mirrored")
    func label() throws {
        let layout = try Sample.layout("wristband")
        func ink(_ direction: WritingDirection) throws -> [Int] {
            var bytes: [UInt8] = []
            let roll = try RollTicketWriter(
                layout, for: .zpl, event: [.event: "Festival"], artwork: [:], direction: direction
            ) { bytes += $0 }
            try roll.add(PrintedTicket(code: "4F7K", token: Sample.token(1), fields: [:]))
            let bitmap = try #require(try ZPLInterpreter.labels(bytes).first).bitmap
            return (0..<bitmap.width).filter { x in (0..<bitmap.height).contains { bitmap[x, $0] } }
        }
        let first = try #require(try ink(.leftToRight).first)
        let last = try #require(try ink(.rightToLeft).last)
        let width = Int(layout.ticket.width / 25.4 * layout.dpi)
        #expect(abs(first - (width - last)) < 10 && first > width / 6)
    }
}
