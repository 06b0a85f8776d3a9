import Drawing
import EventFixture
import Foundation
import Printing
import Testing

@Suite("Sample layouts", .slow)
struct LayoutSampleTests {
    /// The paths of all files in `Samples/Layouts`, without `.json`.
    private static let all: [String] = files(in: "").sorted()
    /// The layouts for seats and tables, which have no symbol.
    static let cards = CardTests.layouts + ["table-card"]
    /// The layouts of tickets.
    static let names: [String] = all.filter { !cards.contains($0) }
    static let labels: [String] = names.filter { $0.hasPrefix("Labels/") }

    private static func files(in folder: String) -> [String] {
        let url = Sample.folder.appending(path: folder)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return files.flatMap { file -> [String] in
            let path = folder.isEmpty ? file : "\(folder)/\(file)"
            if file.hasSuffix(".json") { return [String(path.dropLast(5))] }
            return file.contains(".") ? [] : Self.files(in: path)
        }
    }

    @Test("There is a layout for each common kind of paper and label sheet")
    func complete() {
        let needed: Set = [
            "a6", "a5", "a4", "letter", "a4-10", "a4-8", "letter-10", "a4-stub", "wristband", "a4-wristbands", "badge",
            "a4-badges", "roll-62", "roll-80", "tent-card",
        ]
        #expect(needed.subtracting(LayoutSampleTests.names) == [])
        #expect(Set(LayoutSampleTests.cards).subtracting(LayoutSampleTests.all) == [])
        #expect(LayoutSampleTests.labels.count >= 10)
    }

    @Test("Each layout is valid, and its symbols are readable at the layout’s dpi, on both sides", arguments: names)
    func readBack(_ name: String) throws {
        let layout = try Sample.layout(name)
        let count = min(layout.cellsPerSheet, 5)
        let sides = layout.back.isEmpty ? TicketSheetPDF.Sides.front : .both
        let (pdf, drawn) = try Sample.draw((1...count).map { Sample.full($0) }, on: layout, sides: sides)
        let symbols = drawn.pages.joined()
        #expect(Set(symbols.map(\.token)) == Set((1...count).map { Sample.token($0) }))
        #expect(drawn.warnings.isEmpty, "\(drawn.warnings), although an ordinary ticket should fit")
        try Sample.withFile(pdf) { try SelfCheck.check($0, against: drawn, workers: 2) }
    }

    @Test(
        "Each layout shows how many people a ticket admits, and whether the ticket is unpaid",
        arguments: names)
    func peopleAndPayment(_ name: String) throws {
        let layout = try Sample.layout(name)
        var family = Sample.full(1)
        family.fields[.type] = "Early Bird Weekend"
        family.fields[.people] = "admits 5"
        family.fields[.due] = "not paid"
        let (pdf, drawn) = try Sample.draw([family], on: layout)
        let text = try Paper.text(pdf)
        #expect(text.contains("admits 5") && text.contains("not paid"), "\(text)")
        // The smallest label has no room for this ticket type’s name, and shortens it.
        #expect(drawn.warnings.truncated.isEmpty || name == "Labels/avery-l7651", "\(drawn.warnings.truncated)")
        let plain = try Paper.text(Sample.draw([Sample.full(1)], on: layout).pdf)
        #expect(!plain.contains("admits") && !plain.contains("paid"))
    }

    @Test("On a label with enough height, a long ticket type has two lines, so that its letters stay legible")
    func longType() throws {
        let layout = try Sample.layout("Labels/avery-l7161")
        var guest = Sample.full(1)
        guest.fields[.type] = "Balcony, left, with supper"
        guest.fields[.people] = "admits 2"
        let words = try Paper(Sample.draw([guest], on: layout).pdf).pages.joined()
        let (first, last) = (
            try #require(words.first { $0.text == "Balcony," }), try #require(words.first { $0.text == "admits" })
        )
        #expect(first.bottom <= last.top + 0.5 && first.bottom - first.top > 2.5, "\(first), \(last)")
    }

    @Test(
        "On sheets of tickets, a long ticket type is in large letters, because the price is on another line",
        arguments: ["a4-10", "a4-8", "letter-10"])
    func typeBesidePrice(_ name: String) throws {
        var guest = Sample.full(1)
        guest.fields[.type] = "Balcony, left, with supper"
        guest.fields[.people] = "admits 2"
        let words = try Paper(Sample.draw([guest], on: Sample.layout(name)).pdf).pages.joined()
        let type = try #require(words.first { $0.text == "Balcony," })
        let price = try #require(words.first { $0.text == "50,000" })
        #expect(type.bottom - type.top > 3.8 && type.bottom <= price.top + 0.5, "\(type), \(price)")
    }

    @Test("No layout contains the note for gate staff, and a layout’s text with the field {note} is refused")
    func note() throws {
        for name in LayoutSampleTests.all {
            let file = try String(contentsOf: Sample.folder.appending(path: "\(name).json"), encoding: .utf8)
            #expect(!file.contains("{note}"), "\(name)")
        }
        #expect(throws: TextTemplateError.note) { try TextTemplate("{holder}, {note}") }
    }

    @Test("The outer 5 mm of a label sheet stay white", arguments: labels)
    func whiteEdges(_ name: String) throws {
        let layout = try Sample.layout(name)
        for cell in [0, layout.cellsPerSheet - 1] {
            let (left, top) = layout.origin(ofCell: cell)
            for box in layout.front {
                let (x, y) = (left + box.area.x, top + box.area.y)
                #expect(x >= 4.99 && y >= 4.99, "\(name): \(box.area)")
                #expect(x + box.area.width <= layout.page.width - 4.99, "\(name): \(box.area)")
                #expect(y + box.area.height <= layout.page.height - 4.99, "\(name): \(box.area)")
            }
        }
    }

    /// The layouts on which the long names are drawn. All label sheets share one design, so the sheets with the
    /// smallest and the largest label represent them.
    private static let faces =
        names.filter { !labels.contains($0) } + ["Labels/avery-l7651", "Labels/avery-5164"]

    /// A long title that fits the layout. The smallest label has room for half as many letters.
    private static func longTitle(on name: String) -> String {
        name == "Labels/avery-l7651"
            ? "Kampala International Film Festival 2027 Gala"
            : "The Very Long Evening of Songs, Speeches, Dances and a Late Supper by the Great Northern Lake"
    }

    @Test(
        "A long title, venue and organizer are complete on each layout; a title that is too long is refused",
        arguments: names)
    func sharedTexts(_ name: String) throws {
        let layout = try Sample.layout(name)
        let sides = layout.back.isEmpty ? TicketSheetPDF.Sides.front : .both
        var event = Sample.event
        let title = LayoutSampleTests.longTitle(on: name)
        event[.event] = title
        event[.venue] = "Sheraton Kampala Hotel, Rwenzori Ballroom and Gardens"
        event[.organizer] = "The Association of Friends of the Botanical Gardens of Entebbe"
        let (pdf, drawn) = try Sample.draw([Sample.full(1)], on: layout, sides: sides, event: event)
        #expect(drawn.warnings.truncated.isEmpty && drawn.warnings.belowMinimumSize.isEmpty, "\(drawn.warnings)")
        let words = Set(try Paper.text(pdf).split { $0.isWhitespace })
        #expect(title.split(separator: " ").allSatisfy(words.contains), "\(words)")

        // The error says how much fits. If the layout has several boxes for the title, the error is about the first box
        // that is too small.
        event[.event] = String(repeating: "Late Supper ", count: 60)
        var errors = 0
        while errors < 5 {
            do {
                _ = try Sample.draw([Sample.full(1)], on: layout, sides: sides, event: event)
                break
            } catch PrintingError.textTruncated(let truncation, layout: layout.title, on: .ticket) {
                #expect(truncation.field == "event" && truncation.fitting.count >= title.count, "\(truncation)")
                event[.event] = truncation.fitting
                errors += 1
            }
        }
        #expect((1...4).contains(errors))
    }

    @Test("Long names of holders and events never overlap a symbol", arguments: faces)
    func oddNames(_ name: String) throws {
        let layout = try Sample.layout(name)
        var event = Sample.event
        event[.event] = LayoutSampleTests.longTitle(on: name)
        event[.venue] = "Sheraton Kampala Hotel, Rwenzori Ballroom and Gardens"
        let tickets = Sample.names.enumerated().map { index, name in
            var ticket = Sample.full(index + 1, holder: name)
            if index % 2 == 1 { ticket.fields[.price] = nil }
            return ticket
        }
        let printed = layout.cellsPerSheet == 1 ? [tickets[2]] : Array(tickets.prefix(layout.cellsPerSheet))
        let (pdf, drawn) = try Sample.draw(printed, on: layout, event: event)
        try Sample.withFile(pdf) { try SelfCheck.check($0, against: drawn, workers: 2) }
    }

    @Test("The labels, gaps and margins of a label sheet add up to the size of the sheet", arguments: labels)
    func measures(_ name: String) throws {
        let layout = try Sample.layout(name)
        let paper = [layout.page.width, layout.page.height]
        #expect(paper == [210, 297] || paper == [215.9, 279.4])
        let grid = layout.grid
        let (columns, rows) = (Double(grid.columns), Double(grid.rows))
        let across = columns * layout.ticket.width + (columns - 1) * grid.columnGap + 2 * grid.left
        let down = rows * layout.ticket.height + (rows - 1) * grid.rowGap + 2 * grid.top
        #expect(abs(across - layout.page.width) <= 0.2, "\(across) mm across")
        #expect(abs(down - layout.page.height) <= 0.2, "\(down) mm down")
        #expect(layout.marks == .none, "labels are cut already")
        let title = layout.title
        #expect(title.contains("Avery") || title.contains("Herma"))
        #expect(title.contains("\(grid.count) to a sheet"), "\(title): \(grid.count) labels")
        #expect(title.contains("\(layout.ticket.width.inTitle) × \(layout.ticket.height.inTitle) mm"), "\(title)")
    }

    @Test(
        "Badges, tent cards and other cards have the same text on both halves, with the upper half rotated",
        arguments: ["badge", "a4-badges", "tent-card"] + cards)
    func halves(_ name: String) throws {
        let layout = try Sample.layout(name)
        func text(_ box: LayoutBox) -> String? {
            // A tent card has only one symbol, so the code beside the symbol also appears only once.
            if case .text(let template, let style, _) = box.content, template != (try? TextTemplate("{code}")) {
                "\(template) \(style)"
            } else {
                nil
            }
        }
        let texts = layout.front.filter { text($0) != nil }
        let (width, height) = (layout.ticket.width, layout.ticket.height)
        let upper = texts.filter { $0.area.y < height / 2 }
        #expect(!upper.isEmpty && upper.count * 2 == texts.count)
        for box in upper {
            #expect(box.rotation == .upsideDown)
            let area = box.area
            #expect(
                texts.contains { other in
                    other.rotation == .none && text(other) == text(box)
                        && abs(other.area.x - (width - area.x - area.width)) < 1e-6
                        && abs(other.area.y - (height - area.y - area.height)) < 1e-6
                }, "\(area) has no other half")
        }
    }

    @Test(
        "For visual checks, each layout is drawn with unusual names into the folder that EVENTPASS_LAYOUTS names",
        .enabled(if: previewFolder != nil))
    func previews() throws {
        let folder = URL(filePath: try #require(LayoutSampleTests.previewFolder))
        for name in LayoutSampleTests.names {
            let layout = try Sample.layout(name)
            var event = Sample.event
            for (kind, title) in [("usual", nil), ("long", LayoutSampleTests.longTitle(on: name))] {
                if let title { event[.event] = title }
                let tickets = Sample.names.enumerated().map { index, holder in
                    var ticket = Sample.full(index + 1, holder: holder)
                    if index % 3 == 2 { ticket.fields[.price] = nil }
                    return ticket
                }
                let (pdf, _) = try Sample.draw(
                    tickets + tickets, on: layout, sides: layout.back.isEmpty ? .front : .both, event: event)
                let file = "\(name.replacingOccurrences(of: "/", with: "-"))-\(kind).pdf"
                try Data(pdf).write(to: folder.appending(path: file))
            }
        }
    }

    private static let previewFolder = ProcessInfo.processInfo.environment["EVENTPASS_LAYOUTS"]
}

extension Double {
    /// The number as it is written in titles: `63.5`, `38`.
    fileprivate var inTitle: String {
        let tenths = (self * 10).rounded() / 10
        return tenths == rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}
