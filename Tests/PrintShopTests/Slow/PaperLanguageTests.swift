import EventFixture
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import Printing
import Testing
import Ticketing

@testable import PrintShop

@Suite("Languages of printed texts", .slow)
struct PaperLanguageTests {
    private static let folder = Project.file("Samples/Layouts")

    /// The texts of the event, which are not translated, and the word “at” in dates, which comes from Unicode CLDR.
    private static let own = [
        "New Year by the Lake", "Lido", "Jinja", "Pier 1", "Nile Nights", "VIP", "Kay", "Reception", "The Barn",
        "fish", " at ",
    ]

    /// All layouts, by their paths without `.json`.
    private static let layouts: [String] = {
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted().filter {
            // The smallest label has too little room for all texts. It has the same design as the other labels.
            $0 != "Labels/avery-l7651"
        }
    }()

    private static func layout(_ name: String) throws -> LoadedLayout {
        let json = Array(try Data(contentsOf: folder.appending(path: "\(name).json")))
        return LoadedLayout(name: name, layout: try Layout(json: json), artwork: [:], hash: [])
    }

    /// The text of a sheet with one ticket, which has a value in every field.
    private static func sheet(_ layout: LoadedLayout, in language: String) throws -> String {
        let festival = try Festival(type: TicketTypeDetails(name: "VIP"))
        _ = try festival.issue(1)
        var event = festival.event
        event.details.city = "Jinja"
        event.details.address = "Pier 1"
        event.details.doors = event.details.start
        var tickets: [Ticket] = []
        try festival.services.tickets.forEachTicket(of: festival.event) { tickets.append($0) }
        var ticket = try #require(tickets.first)
        ticket.holder = "Kay"
        ticket.admits = try #require(Admits(rawValue: 4))
        ticket.sale = Ticket.Sale(
            order: try #require(OrderNumber(rawValue: 7)), price: Money("50000 UGX"), due: Money("20000 UGX"))
        let values = TicketFieldValues(
            event: event, organizer: "Nile Nights", language: language,
            renderer: TicketRenderer(event: event, types: [festival.regular], ring: festival.ring))
        var pdf: [UInt8] = []
        let file = try TicketSheetPDF(
            layout.layout, event: values.eventFields, artwork: [:], sides: layout.layout.back.isEmpty ? .front : .both,
            direction: PaperLanguage(language).direction
        ) { pdf += $0 }
        let empty = [PrintedTicket?](repeating: nil, count: layout.layout.cellsPerSheet - 1)
        try file.add([try values.ticket(ticket, number: "37", sheet: 1)] + empty)
        _ = try file.finish()
        return try PDFReader.text(pdf)
    }

    /// The text of the cards for a guest and a companion without a name.
    private static func cards(_ layout: LoadedLayout, in language: String) throws -> String {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,meal,table,reception\nKay,1,fish,4,yes\n")
        let seating = try wedding.services.guests.seating(at: wedding.reception, of: wedding.event, .notDeclined)
        let isForTables = layout.name == "table-card"
        let contents = SeatingCards(seating, language: PaperLanguage(language))
        let printer = CardPrinter(
            layout: layout, paper: isForTables ? .tableCards : .placeCards,
            fields: EventFieldValues(event: wedding.event, organizer: "Nile Nights", language: language)
                .cardFields(for: wedding.reception),
            language: PaperLanguage(language), offset: .none, progress: PrintRunMonitor())
        let path = wedding.festival.folder("cards.pdf")
        _ = try printer.print(
            isForTables ? contents.tableCards : contents.placeCards(by: .name), into: path, existing: .refuse)
        return try PDFReader.text(Array(Data(contentsOf: URL(filePath: path))))
    }

    private static func text(_ name: String, in language: String) throws -> String {
        let layout = try Self.layout(name)
        return try layout.layout.isForTickets ? sheet(layout, in: language) : cards(layout, in: language)
    }

    /// The text of two lists: one sorted by name, and one sorted by code.
    private static func lists(in language: String) throws -> String {
        let texts = try [PaperList.Heading.LineOrder.name, .code].map { order in
            let heading = PaperList.Heading(
                title: "New Year by the Lake", order: order, tickets: 2, people: 6, printed: "18:04")
            var pdf: [UInt8] = []
            let list = try PaperList(
                heading, pages: 1, width: 210, height: 297, language: PaperLanguage(language)
            ) { pdf += $0 }
            try list.add(PaperList.Line(name: "Kay", guests: "Kay", type: "VIP", code: "4F7K-29QX", admits: 6))
            try list.finish()
            return try PDFReader.text(pdf)
        }
        return texts.joined(separator: " ")
    }

    private static func calibration(in language: Language) throws -> String {
        var pdf: [UInt8] = []
        let page = try CalibrationPage(width: 210, height: 297, dpi: 300, language: language)
        _ = try page.draw(offset: (0, 0), back: (0, 0)) { pdf += $0 }
        return try PDFReader.text(pdf)
    }

    @Test("In the test language en-XA, each text on each sample layout comes from the catalogue or from the event")
    func pseudoLayouts() throws {
        #expect(Self.layouts.count > 25)
        for name in Self.layouts {
            let text = try Self.text(name, in: "en-XA")
            #expect(PseudoText.untranslatedWords(in: text, except: Self.own).isEmpty, "\(name): \(text)")
            // Every layout has a translated text: tickets have the number of people, and cards have the table.
            #expect(text.contains("ádmíts") || text.contains("Táblé"), "\(name): \(text)")
        }
    }

    @Test("In the test language en-XA, each text on lists and calibration pages comes from the catalogue")
    func pseudoPages() throws {
        let lists = try Self.lists(in: "en-XA")
        #expect(PseudoText.untranslatedWords(in: lists, except: Self.own).isEmpty, "\(lists)")
        #expect(lists.contains("bý ñámé") && lists.contains("bý çódé"), "\(lists)")
        // Units of length are the same in all languages.
        let page = try Self.calibration(in: .pseudo)
        #expect(PseudoText.untranslatedWords(in: page, except: ["mm"]).isEmpty, "\(page)")
        #expect(page.contains("Fróñt") && page.contains("Báçk"), "\(page)")
    }

    @Test("The words on sheets, cards, lists and calibration pages are in French or Swahili")
    func translated() throws {
        for (language, doors, table, guest, name) in [
            ("fr", "portes à", "Table 4", "Invité de Kay", "nom"), ("sw", "milango", "Meza 4", "Mgeni wa Kay", "jina"),
        ] {
            let sheet = try Self.text("a6", in: language)
            #expect(sheet.contains(doors) && !sheet.contains("doors"), "\(sheet)")
            let cards = try Self.text("place-card", in: language)
            #expect(cards.contains(table) && cards.contains(guest), "\(cards)")
            let lists = try Self.lists(in: language)
            #expect(lists.contains(name) && !lists.contains("admitted"), "\(lists)")
        }
        let stub = try Self.text("a4-stub", in: "fr")
        #expect(stub.contains("N° 37"), "\(stub)")
        let page = try Self.calibration(in: .french)
        #expect(page.contains("Recto"), "\(page)")
    }

    @Test(
        "Paper has the direction of its language, even if the program has no translation for this language",
        arguments: [
            ("en-GB", false), ("fr", false), ("ar", true), ("he-IL", true), ("ur", true), ("ar-XB", true),
            ("en-XA", false),
        ])
    func direction(_ tag: String, isRightToLeft: Bool) {
        #expect((PaperLanguage(tag).direction == .rightToLeft) == isRightToLeft)
    }

    @Test("Dates and amounts in the test languages are written as in English")
    func testLocales() {
        #expect(PaperLanguage("ar-XB").locale == Language.pseudoRightToLeft.locale)
        #expect(PaperLanguage("en-US").locale.identifier(.bcp47) == "en-US")
    }

    @Test("A sentence in a right-to-left language keeps its marks of direction, and a name in it is isolated")
    func marks() throws {
        let festival = try Festival()
        var event = festival.event
        event.details.doors = event.details.start
        let fields = EventFieldValues(event: event, organizer: "Nile", language: "ar-XB").ticketFields
        let doors = try #require(fields[.doorsText])
        #expect(doors.hasPrefix("\u{200F}\u{202E}⟦") && doors.hasSuffix("\u{2069}⟧\u{202C}"), "\(doors)")
    }
}
