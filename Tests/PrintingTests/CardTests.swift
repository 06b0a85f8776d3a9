import Drawing
import Foundation
import Printing
import Testing

@Suite("Cards for seats and tables")
struct CardTests {
    static let layouts = ["place-card", "a4-place-cards", "letter-place-cards"]

    private static var event: [TicketField: String] {
        Sample.event.merging([.subEvent: "Reception", .tableLabel: "Table"]) { $1 }
    }

    private func card(_ name: String, table: String = "4", meal: String = "fish") -> PrintedCard {
        PrintedCard(
            name: name,
            fields: [
                .guest: name, .table: table, .tableText: table.isEmpty ? "" : "Table \(table)", .meal: meal,
                .party: "Family Nakato",
            ])
    }

    private func table(_ name: String, _ names: [String]) -> PrintedCard {
        PrintedCard(name: name, fields: [.table: name], names: names)
    }

    private func draw(
        _ cards: [PrintedCard], on layout: Layout, of paper: PaperKind, event: [TicketField: String] = event
    ) throws -> (pdf: [UInt8], notes: RenderingWarnings) {
        var pdf: [UInt8] = []
        let file = try CardSheetPDF(layout, of: paper, event: event, artwork: [:]) { pdf += $0 }
        let imposition = Imposition(.rows, cellsPerSheet: layout.cellsPerSheet, count: cards.count)
        for sheet in 0..<imposition.sheets {
            try file.add(imposition.positions(onSheet: sheet).map { $0.map { cards[$0] } })
        }
        let notes = try file.finish()
        return (pdf, notes)
    }

    @Test(
        "Both halves of a place card show name, table, meal and sub-event, within the card’s edges",
        arguments: layouts)
    func bothHalves(_ name: String) throws {
        let layout = try Sample.layout(name)
        let names = ["Sarah", "Tom", "Grace", "Denis", "Olive", "Ann", "Zoe"]
        let (pdf, notes) = try draw(names.map { card($0) }, on: layout, of: .placeCards)
        #expect(notes == RenderingWarnings())
        let pages = try Paper(pdf).pages
        #expect(pages.count == (names.count + layout.cellsPerSheet - 1) / layout.cellsPerSheet)
        for (index, name) in names.enumerated() {
            let (page, cell) = index.quotientAndRemainder(dividingBy: layout.cellsPerSheet)
            let (left, top) = layout.origin(ofCell: cell)
            let fold = top + layout.ticket.height / 2
            for (upper, lower) in [(top, fold), (fold, top + layout.ticket.height)] {
                let words = pages[page].filter {
                    $0.left >= left && $0.right <= left + layout.ticket.width && $0.top >= upper && $0.bottom <= lower
                }
                #expect(Set(words.map(\.text)) == [name, "Table", "4", "fish", "Reception"], "\(name): \(words)")
            }
        }
    }

    @Test("If a card has neither a table nor a meal, the labels of these two fields are omitted")
    func noTable() throws {
        let text = try Paper.text(
            draw([card("Sarah", table: "", meal: "")], on: Sample.layout("place-card"), of: .placeCards).pdf)
        #expect(text.split(separator: " ").sorted() == ["Reception", "Reception", "Sarah", "Sarah"])
    }

    @Test("No name extends beyond its box or overlaps another text", arguments: layouts)
    func oddNames(_ layout: String) throws {
        let names = Sample.names + ["🎉🎊💍", String(repeating: "W", count: 1000), "\u{202E}Sarah\u{0}\nAuma"]
        let layout = try Sample.layout(layout)
        let (pdf, notes) = try draw(
            names.map { card($0, table: $0, meal: String($0.prefix(60))) }, on: layout, of: .placeCards)
        // A name of a thousand letters is cut, and a warning names the guest. Both halves of a card together cause only
        // one warning.
        let guests = try #require(notes.truncated.first { $0.field == "guest" })
        #expect(guests.count >= 2 && Set(guests.names).count == guests.count)
        #expect(guests.names.allSatisfy { $0.count > 60 }, "\(guests.names)")
        for (page, words) in try Paper(pdf).pages.enumerated() {
            for word in words {
                let isInside = (0..<layout.cellsPerSheet).contains { cell in
                    let (left, top) = layout.origin(ofCell: cell)
                    return word.left > left && word.right < left + layout.ticket.width
                        && word.top > top && word.bottom < top + layout.ticket.height
                }
                #expect(isInside, "page \(page): \(word)")
            }
        }
        let text = try Paper.text(pdf)
        #expect(text.contains("Sarah Auma") && text.contains("Nguyễn Thị Ánh Nguyệt"))
    }

    @Test("A table card has every name on both halves, without overlaps", arguments: [1, 2, 8, 11, 16, 24, 40])
    func everyName(_ count: Int) throws {
        let names = (1...count).map { "Namutebi\($0)" }
        let (pdf, _) = try draw([table("Rose Garden", names)], on: Sample.layout("table-card"), of: .tableCards)
        let pages = try Paper(pdf).pages
        #expect(pages.count == 1)
        let words = pages[0].filter { $0.text.hasPrefix("Namutebi") }
        #expect(
            Dictionary(grouping: words, by: \.text).mapValues(\.count)
                == Dictionary(uniqueKeysWithValues: names.map { ($0, 2) }))
        for (index, word) in words.enumerated() {
            #expect(word.left > 0 && word.right < 148 && word.top > 0 && word.bottom < 210)
            for other in words.prefix(index) { #expect(!word.touches(other), "\(word) \(other)") }
        }
        // All names have the same font size, and are listed from top to bottom in the given order.
        let heights = words.map { $0.bottom - $0.top }
        #expect((heights.max() ?? 0) - (heights.min() ?? 0) < 0.01)
        let lower = words.filter { $0.top > 105 }
        let columns = Dictionary(grouping: lower) { Int((($0.left + $0.right) / 2).rounded()) }
        #expect(columns.count == (count <= 8 ? 1 : count <= 16 ? 2 : 3))
        let inOrder = columns.sorted { $0.key < $1.key }.flatMap { $0.value.sorted { $0.top < $1.top } }.map(\.text)
        #expect(inOrder == names)
    }

    @Test("A table card shows names of every script, without bidirectional control characters")
    func scripts() throws {
        let names = Sample.names.filter { !$0.isEmpty && $0.count < 100 } + ["🎉", "\u{202E}Ann\n\u{0}Lee"]
        let (pdf, _) = try draw([table("Ё", names)], on: Sample.layout("table-card"), of: .tableCards)
        let text = try Paper.text(pdf)
        #expect(text.contains("Ann Lee") && text.contains("Sarah Namutebi") && text.contains("Nguyễn Thị Ánh Nguyệt"))
    }

    @Test("If the names don’t fit on a table’s card, an error names the table, and no card is drawn with fewer names")
    func tooManyNames() throws {
        let layout = try Sample.layout("table-card")
        let long = String(repeating: "Wolfeschlegelsteinhausen ", count: 40)
        for names in [(1...400).map { "Guest \($0)" }, ["Ann", long], Array(repeating: long, count: 3)] {
            #expect(throws: PrintingError.tableCardsTooSmall(["Lilac"], tables: 1)) {
                try draw([table("4", ["Ann"]), table("Lilac", names)], on: layout, of: .tableCards)
            }
        }
        #expect(throws: PrintingError.tableCardsTooSmall([long], tables: 1)) {
            try draw([table(long, ["Ann"])], on: layout, of: .tableCards)
        }
        let error = PrintingError.tableCardsTooSmall(["4", "Lilac"], tables: 2)
        #expect("\(error)" == "not everything fits on the cards of 2 tables: “4”, “Lilac”")
        let shared = try #require(throws: PrintingError.self) {
            try draw(
                [table("4", ["Ann"])], on: layout, of: .tableCards,
                event: [.subEvent: String(repeating: long, count: 9)])
        }
        guard case .textTruncated(let truncation, _, on: .card) = shared else { throw shared }
        #expect(truncation.field == "sub_event" && truncation.fitting.hasPrefix("Wolfeschlegelsteinhausen "))
    }

    @Test("A layout is refused for cards if it has a QR symbol, or if it is for tickets or for another kind of card")
    func otherLayouts() throws {
        let tickets = try Sample.layout("a4-10")
        #expect(throws: PrintingError.symbolOnCards(layout: tickets.title)) {
            try draw([card("Ann")], on: tickets, of: .placeCards)
        }
        var bare = tickets
        bare.front.removeAll { if case .symbol = $0.content { true } else { false } }
        bare.back = tickets.front
        #expect(throws: PrintingError.symbolOnCards(layout: tickets.title)) {
            try draw([card("Ann")], on: bare, of: .placeCards)
        }
        bare.back = []
        #expect {
            try draw([card("Ann")], on: bare, of: .placeCards)
        } throws: { error in
            guard case PrintingError.unsupportedField(tickets.title, _, on: .placeCards) = error else { return false }
            return true
        }
        let (placeCard, table) = (try Sample.layout("place-card"), try Sample.layout("table-card"))
        #expect(throws: PrintingError.unsupportedField(layout: table.title, .names, on: .placeCards)) {
            try draw([card("Ann")], on: table, of: .placeCards)
        }
        #expect(throws: PrintingError.unsupportedField(layout: placeCard.title, .guest, on: .tableCards)) {
            try draw([self.table("4", ["Ann"])], on: placeCard, of: .tableCards)
        }
    }

    @Test("Tickets are not printed with a layout for cards, even if the layout has a QR symbol")
    func ticketsOnCards() throws {
        var layout = try Sample.layout("place-card")
        #expect(throws: PrintingError.noSymbol(layout: layout.title)) {
            try Sample.draw([Sample.ticket(1)], on: layout)
        }
        let symbol = LayoutBox(content: .symbol(SymbolStyle()), area: LayoutBox.Area(x: 0, y: 0, width: 20, height: 20))
        layout.front.append(symbol)
        #expect(throws: PrintingError.unsupportedField(layout: layout.title, .subEvent, on: .tickets)) {
            try Sample.draw([Sample.ticket(1)], on: layout)
        }
        #expect(throws: PrintingError.unsupportedField(layout: layout.title, .subEvent, on: .tickets)) {
            try RollTicketWriter(layout, for: .zpl, event: [:], artwork: [:]) { _ in }
        }
    }

    @Test("Names within a longer text are separated by commas on one line, and a card layout can have a back")
    func oneLine() throws {
        var layout = try Sample.layout("table-card")
        let style = FittedText.Style(font: Font(size: 12), lines: 2)
        layout.front = [
            LayoutBox(
                content: .text(try TextTemplate("With {names}."), style, .black),
                area: LayoutBox.Area(x: 10, y: 10, width: 100, height: 20))
        ]
        layout.back = layout.front
        let (pdf, _) = try draw([table("4", ["Ann", "Tom\nLee"])], on: layout, of: .tableCards)
        #expect(try Paper(pdf).pages.count == 2)
        #expect(try Paper.text(pdf) == "With Ann, Tom Lee. With Ann, Tom Lee.")
    }

    @Test("A character without a font is drawn as a box, and is reported once with its guest or table")
    func missingGlyph() throws {
        for (paper, name, layout, field) in [
            (PaperKind.placeCards, "Zoe \u{E123}", "place-card", "guest"), (.tableCards, "4", "table-card", "names"),
        ] {
            let cards =
                paper == .placeCards
                ? [card("Ann"), card(name)] : [table("3", ["Ann"]), table(name, ["Ann", "Zoe \u{E123}"])]
            let notes = try draw(cards, on: Sample.layout(layout), of: paper).notes
            #expect(notes.withMissingGlyphs.map(\.field) == [field] && notes.withMissingGlyphs.first?.names == [name])
            #expect(notes.missingScalars == ["\u{E123}"])
        }
    }

    @Test("Drawing the same cards twice gives the same bytes")
    func sameBytes() throws {
        for (name, paper) in [("a4-place-cards", PaperKind.placeCards), ("table-card", .tableCards)] {
            let cards =
                paper == .placeCards
                ? Sample.names.map { card($0) }
                : [table("1", ["محمد علي", "Ann"]), table("2", (1...30).map { "G\($0)" })]
            let layout = try Sample.layout(name)
            #expect(try draw(cards, on: layout, of: paper).pdf == draw(cards, on: layout, of: paper).pdf)
        }
    }
}
