import EventFixture
import Drawing
import Foundation
import Printing
import SymbolReader
import Synchronization
import Testing

@Suite("Printed sheets of tickets", .slow)
struct SheetTests {
    private let layout: Layout

    init() throws { layout = try Sample.layout("a4-10") }

    private func check(_ pdf: [UInt8], _ drawn: TicketSheetPDF.RenderedPages) throws {
        try Sample.withFile(pdf) { try SelfCheck.check($0, against: drawn, workers: 2) }
    }

    /// The faults that a self-check of the PDF finds.
    private func faults(_ pdf: [UInt8], _ drawn: TicketSheetPDF.RenderedPages) throws -> [SelfCheckFault] {
        do {
            try check(pdf, drawn)
            return []
        } catch PrintingError.selfCheck(let faults, let count) {
            #expect(count >= faults.count)
            return faults
        }
    }

    @Test("The symbols of every page are readable")
    func readBack() throws {
        let (pdf, drawn) = try Sample.draw((1...25).map { Sample.ticket($0) }, on: layout)
        #expect(drawn.pages.map(\.count) == [10, 10, 5])
        #expect(drawn.pages.flatMap(\.self).map(\.token) == (1...25).map { Sample.token($0) })
        try check(pdf, drawn)
    }

    @Test("Drawing the same tickets twice gives the same bytes")
    func sameBytes() throws {
        let tickets = (1...12).map { Sample.ticket($0, holder: $0 == 3 ? "محمد علي" : nil) }
        #expect(try Sample.draw(tickets, on: layout).pdf == Sample.draw(tickets, on: layout).pdf)
        let text = String(decoding: try Sample.draw(tickets, on: layout).pdf, as: UTF8.self)
        #expect(!text.contains("/CreationDate"))
    }

    @Test("A resumed self-check starts at the given page, and counts the faultless pages before the first faulty page")
    func goesOn() throws {
        let (pdf, drawn) = try Sample.draw((1...60).map { Sample.ticket($0) }, on: layout)
        func progress(_ drawn: TicketSheetPDF.RenderedPages, from first: Int) throws -> (done: [Int], leading: Int) {
            let progress = Mutex<[(Int, Int)]>([])
            do {
                try Sample.withFile(pdf) { path in
                    try SelfCheck.check(path, against: drawn, from: first, workers: 3) { done, leading in
                        progress.withLock { $0.append((done, leading)) }
                    }
                }
            } catch is PrintingError {}
            let all = progress.withLock(\.self)
            return (all.map(\.0).sorted(), all.map(\.1).max() ?? first)
        }
        #expect(try progress(drawn, from: 0) == ([1, 2, 3, 4, 5, 6], 6))
        #expect(try progress(drawn, from: 4) == ([1, 2], 6))
        #expect(try progress(drawn, from: 6) == ([], 6))
        var expected = (1...60).map { Sample.ticket($0) }
        expected.swapAt(33, 34)
        let (_, other) = try Sample.draw(expected, on: layout)
        #expect(try progress(other, from: 1).leading == 3)
        #expect(try progress(other, from: 3).leading == 3)
        #expect(try progress(other, from: 4).leading == 6)
    }

    @Test("The self-check finds two swapped symbols, and reports their tickets and page")
    func swapped() throws {
        let (pdf, drawn) = try Sample.draw((1...20).map { Sample.ticket($0) }, on: layout)
        var expected = (1...20).map { Sample.ticket($0) }
        expected.swapAt(11, 14)
        let (_, other) = try Sample.draw(expected, on: layout)
        #expect(drawn.pages != other.pages)
        let found = try faults(pdf, other)
        #expect(found.map(\.page) == [2, 2] && found.allSatisfy { $0.reason == .wrongContent })
        #expect(Set(found.map(\.ticket)) == ["CODE-12", "CODE-15"])
    }

    @Test("The self-check finds missing and misplaced symbols, and missing pages")
    func missing() throws {
        let (pdf, _) = try Sample.draw((1...3).map { Sample.ticket($0) }, on: layout)
        let (_, four) = try Sample.draw((1...4).map { Sample.ticket($0) }, on: layout)
        #expect(try faults(pdf, four).map(\.reason) == [.contrast])
        let (_, moved) = try Sample.draw((1...3).map { Sample.ticket($0) }, on: layout, offset: (0.5, 0))
        #expect(try faults(pdf, moved).map(\.reason) == [.quietZone, .quietZone, .quietZone])
        let (_, more) = try Sample.draw((1...11).map { Sample.ticket($0) }, on: layout)
        #expect(try faults(pdf, more).contains { $0.reason == .unreadable })
    }

    @Test("The self-check finds that a file is truncated or overwritten")
    func damaged() throws {
        let (pdf, drawn) = try Sample.draw((1...10).map { Sample.ticket($0) }, on: layout)
        #expect(try faults(Array(pdf.prefix(pdf.count / 3)), drawn).contains { $0.reason == .unreadable })
        // The symbols are drawn as image masks, so these bytes belong to a symbol.
        let image = try #require(pdf.firstRange(of: Array("/ImageMask true".utf8)))
        let stream = try #require(pdf[image.upperBound...].firstRange(of: Array("stream\n".utf8)))
        var hit = pdf
        for index in stream.upperBound + 20..<stream.upperBound + 60 { hit[index] = 0 }
        #expect(try !faults(hit, drawn).isEmpty)
    }

    @Test("An offset moves every symbol by the same number of dots, and all symbols remain readable")
    func offset() throws {
        let tickets = (1...10).map { Sample.ticket($0) }
        let (_, plain) = try Sample.draw(tickets, on: layout)
        let (pdf, moved) = try Sample.draw(tickets, on: layout, offset: (2.54, -1.27))
        let shifts = zip(plain.pages[0], moved.pages[0]).map { ($1.x - $0.x, $1.y - $0.y) }
        #expect(shifts.allSatisfy { (29...31).contains($0.0) && (-16...(-14)).contains($0.1) })
        try check(pdf, moved)
    }

    @Test("The self-check finds symbols that an offset pushes off the paper")
    func offPaper() throws {
        let (pdf, drawn) = try Sample.draw([Sample.ticket(1), Sample.ticket(2)], on: layout, offset: (60, 0))
        #expect(try faults(pdf, drawn).map(\.reason) == [.offPage])
    }

    @Test(
        "Every module has a whole number of dots, and no module is too small to scan",
        arguments: [203.0, 300, 600, 1200, 2400])
    func modules(dpi: Double) throws {
        let style = SymbolStyle(level: .medium, quietZone: 4)
        for side in stride(from: 5.0, through: 60, by: 0.5) {
            do {
                let dots = try style.dots(modules: 29, side: side, dpi: dpi)
                let module = Double(dots) / dpi * 25.4
                #expect(module * 37 <= side + 1e-6)
                #expect(dpi > 203 || module >= 0.33)
                #expect(module >= 0.25)
            } catch LayoutError.symbolTooSmall(_, _, let needed) {
                #expect(needed > side)
                #expect(throws: Never.self) { try style.dots(modules: 29, side: needed, dpi: dpi) }
            }
        }
    }

    @Test("If a symbol is too small for its printer, an error names the ticket and the required millimetres")
    func tooSmall() throws {
        var small = layout
        small.dpi = 203
        small.front = [
            LayoutBox(
                content: .symbol(SymbolStyle(level: .medium, quietZone: 4)),
                area: LayoutBox.Area(x: 0, y: 0, width: 12, height: 12), rotation: .none)
        ]
        #expect {
            try Sample.draw([Sample.ticket(7)], on: small)
        } throws: { error in
            guard case PrintingError.symbol("CODE-7", .symbolTooSmall(37, 203, let needed)) = error else {
                return false
            }
            return needed > 12 && "\(error)".contains("ticket CODE-7")
        }
    }

    @Test("The back of each ticket is behind its front when the sheet is turned over its long edge")
    func duplex() throws {
        var both = layout
        both.back = [
            LayoutBox(
                content: .symbol(SymbolStyle(level: .medium, quietZone: 4)),
                area: LayoutBox.Area(x: 5, y: 5, width: 36, height: 36), rotation: .none)
        ]
        let (pdf, drawn) = try Sample.draw((1...4).map { Sample.ticket($0) }, on: both, sides: .both)
        #expect(drawn.pages.count == 2)
        let width = Int(210 / 25.4 * both.dpi)
        for ticket in 1...4 {
            let front = try #require(drawn.pages[0].first { $0.ticket == "CODE-\(ticket)" })
            let back = try #require(drawn.pages[1].first { $0.ticket == "CODE-\(ticket)" })
            // A symbol on the left half of the front is on the right half of the back.
            #expect((front.x < width / 2) == (back.x > width / 2))
            #expect(abs(front.y - back.y) < Int(both.ticket.height / 2 / 25.4 * both.dpi))
        }
        try check(pdf, drawn)
        #expect(throws: PrintingError.noBack(layout: layout.title)) {
            try Sample.draw([Sample.ticket(1)], on: layout, sides: .both)
        }
    }

    @Test(
        "If no printed side of a layout has a symbol, the tickets are not printed")
    func noSymbol() throws {
        var bare = layout
        bare.front.removeAll { if case .symbol = $0.content { true } else { false } }
        #expect(throws: PrintingError.noSymbol(layout: layout.title)) { try Sample.draw([Sample.ticket(1)], on: bare) }
        bare.back = layout.front
        #expect(throws: PrintingError.noSymbol(layout: layout.title)) { try Sample.draw([Sample.ticket(1)], on: bare) }
        let (pdf, drawn) = try Sample.draw([Sample.ticket(1)], on: bare, sides: .both)
        #expect(drawn.pages.map(\.count) == [0, 1])
        try check(pdf, drawn)
        #expect(throws: PrintingError.noSymbol(layout: layout.title)) {
            try RollTicketWriter(bare, for: .zpl, event: [:], artwork: [:]) { _ in }
        }
    }

    @Test("A character without a font is drawn as a box, and the field and ticket of the character are reported")
    func missingGlyph() throws {
        let (pdf, drawn) = try Sample.draw(
            [Sample.ticket(1), Sample.ticket(2, holder: "Zoe \u{E123}\u{10FFFD}")], on: layout)
        #expect(drawn.warnings.withMissingGlyphs.map(\.field) == ["holder"])
        #expect(
            drawn.warnings.withMissingGlyphs.first?.names == ["CODE-2"]
                && drawn.warnings.withMissingGlyphs.first?.count == 1)
        #expect(drawn.warnings.missingScalars == ["\u{E123}", "\u{10FFFD}"])
        try check(pdf, drawn)
        #expect(try Paper.text(pdf).contains("Zoe"))
    }

    @Test("Modules smaller than 0.33 mm cause a warning; the modules of usual layouts are large enough")
    func smallModules() throws {
        var fine = layout
        fine.dpi = 600
        fine.front = [
            LayoutBox(content: .symbol(SymbolStyle()), area: LayoutBox.Area(x: 0, y: 0, width: 10, height: 10))
        ]
        let module = try #require(try Sample.draw([Sample.ticket(7)], on: fine).drawn.warnings.smallestModule)
        #expect(abs(module - 0.254) < 0.001)
        #expect(try Sample.draw([Sample.ticket(7)], on: layout).drawn.warnings.smallestModule == nil)
    }

    @Test("A cut text is reported with its field, the number of affected tickets, and the codes of the first ten")
    func cutTexts() throws {
        let long = String(repeating: "Wolfeschlegelsteinhausen ", count: 30)
        let notes = try Sample.draw((1...12).map { Sample.ticket($0, holder: long) }, on: layout).drawn.warnings
        #expect(notes.truncated.map(\.field) == ["holder"])
        let holders = try #require(notes.truncated.first)
        #expect(holders.count == 12 && holders.names.count == 10)
    }

    @Test("If a text that all tickets share doesn’t fit, nothing is printed; the error shows how much of it fits")
    func sharedTextsFit() throws {
        var event = Sample.event
        (event[.venue], event[.city]) = (String(repeating: "Pavilion ", count: 40), nil)
        let error = try #require(throws: PrintingError.self) {
            try Sample.draw([Sample.ticket(1)], on: layout, event: event)
        }
        guard case .textTruncated(let truncation, layout.title, on: .ticket) = error else { throw error }
        #expect(truncation.field == "venue, city" && truncation.text == event[.venue])
        #expect(truncation.text.hasPrefix(truncation.fitting) && truncation.fitting.count > 9)
        let count = truncation.fitting.count
        let sentence = "\(error)"
        #expect(sentence.hasPrefix("the layout “\(layout.title)” has too little room for the venue, city “Pavilion "))
        #expect(sentence.hasSuffix("on every ticket; \(count) characters fit, as in “\(truncation.fitting)”"))
        #expect(error.hint?.english.hasPrefix("use a layout with more room; shorten the text") == true)
        // The part that fits, as the error states it, is printed without a warning. One more character does not fit.
        event[.venue] = truncation.fitting
        let drawn = try Sample.draw([Sample.ticket(1)], on: layout, event: event).drawn
        #expect(drawn.warnings.truncated.isEmpty)
        event[.venue] = String(truncation.text.prefix(count + 1))
        #expect(throws: PrintingError.self) { try Sample.draw([Sample.ticket(1)], on: layout, event: event) }
    }

    @Test("A date that is too long is shortened; if the short date doesn’t fit either, nothing is printed")
    func timeFits() throws {
        var narrow = layout
        var event = Sample.event
        event[.date] = "Wednesday, 29 September 2027 at 18:00"
        event[.shortDate] = "29 Sep 2027, 18:00"
        func setWidth(_ width: Double) throws {
            narrow.front = layout.front.filter { if case .symbol = $0.content { true } else { false } }
            narrow.front.append(
                LayoutBox(
                    content: .text(
                        try TextTemplate("{date}"), FittedText.Style(font: Font(size: 8), smallest: 6), .black),
                    area: LayoutBox.Area(x: 2, y: 42, width: width, height: 5)))
        }
        try setWidth(26)
        let (pdf, drawn) = try Sample.draw([Sample.ticket(1)], on: narrow, event: event)
        #expect(try Paper.text(pdf) == "29 Sep 2027, 18:00")
        #expect(drawn.warnings.truncated.isEmpty)
        try setWidth(10)
        #expect(throws: PrintingError.timeTruncated(layout: narrow.title, text: "29 Sep 2027, 18:00")) {
            try Sample.draw([Sample.ticket(1)], on: narrow, event: event)
        }
    }

    @Test("A font that is not installed causes an error that names the font")
    func missingFont() throws {
        var other = layout
        other.front.append(
            LayoutBox(
                content: .text(
                    try TextTemplate("x"), FittedText.Style(font: Font(size: 5, family: "No Such Font")), .black),
                area: LayoutBox.Area(x: 0, y: 48, width: 5, height: 3), rotation: .none))
        #expect(throws: DrawingError.missingFont(family: "No Such Font")) {
            try Sample.draw([Sample.ticket(1)], on: other)
        }
    }

    @Test("The error of a failed write is reported, and the next file is not affected")
    func writeFails() throws {
        struct Full: Error {}
        var received = 0
        let file = try TicketSheetPDF(layout, event: Sample.event, artwork: [:]) { bytes in
            received += bytes.count
            if received > 200_000 { throw Full() }
        }
        #expect(throws: Full.self) {
            for sheet in 0..<200 { try file.add((1...10).map { Sample.ticket(10 * sheet + $0) }) }
            _ = try file.finish()
        }
        let (pdf, drawn) = try Sample.draw([Sample.ticket(1)], on: layout)
        try check(pdf, drawn)
    }

    @Test("A calibration page is readable with and without an offset")
    func calibration() throws {
        for offset in [(0.0, 0.0), (1.3, -0.7)] {
            var pdf: [UInt8] = []
            let page = try CalibrationPage(width: 210, height: 297, dpi: 300)
            let drawn = try page.draw(offset: offset) { pdf += $0 }
            #expect(drawn.pages[0].map(\.dotsPerModule) == [2, 3, 4, 5, 6])
            try check(pdf, drawn)
        }
    }

    @Test("An offset moves the back in the same direction as the front, unless the back has a separate offset")
    func ticketSidesMove() throws {
        var both = layout
        both.dpi = 254
        both.back = [
            LayoutBox(
                content: .symbol(SymbolStyle(level: .medium, quietZone: 4)),
                area: LayoutBox.Area(x: 5, y: 5, width: 36, height: 36), rotation: .none)
        ]
        func positions(_ offset: (Double, Double), _ backOffset: (Double, Double)? = nil) throws -> [[Int]] {
            let (pdf, drawn) = try Sample.draw(
                [Sample.ticket(1)], on: both, sides: .both, offset: offset, backOffset: backOffset)
            try check(pdf, drawn)
            return drawn.pages.map { [$0[0].x, $0[0].y] }
        }
        let still = try positions((0, 0))
        // At 254 dpi, a millimetre has ten dots.
        #expect(try positions((2, -1)) == still.map { [$0[0] + 20, $0[1] - 10] })
        let apart = try positions((2, -1), (-3, 1))
        #expect(apart == [[still[0][0] + 20, still[0][1] - 10], [still[1][0] - 30, still[1][1] + 10]])
    }

    @Test("Each side of a calibration sheet has its own offset")
    func sidesMove() throws {
        var pdf: [UInt8] = []
        let page = try CalibrationPage(width: 210, height: 297, dpi: 254)
        let drawn = try page.draw(offset: (1, -2), back: (-3, 4)) { pdf += $0 }
        // At 254 dpi, a millimetre has ten dots.
        #expect(drawn.pages.map { $0[0].x } == [190, 150])
        #expect(drawn.pages.map { $0[0].y } == [160, 220])
        try check(pdf, drawn)
    }

    @Test(
        "A small calibration page lists symbols that don’t fit; if no symbol fits, an error gives the required size")
    func smallCalibration() throws {
        #expect(try CalibrationPage(width: 210, height: 297, dpi: 300).omittedModuleSizes.isEmpty)
        let small = try CalibrationPage(width: 62, height: 60, dpi: 300)
        let drawn = try small.draw(offset: (0, 0)) { _ in }
        #expect(!small.omittedModuleSizes.isEmpty)
        #expect(drawn.pages[0].map(\.dotsPerModule) + small.omittedModuleSizes == [2, 3, 4, 5, 6])
        var smallest: (width: Double, height: Double)?
        do {
            _ = try CalibrationPage(width: 40, height: 40, dpi: 300)
        } catch PrintingError.pageTooSmall(let width, let height) {
            smallest = (width, height)
        }
        let (width, height) = try #require(smallest)
        #expect(try CalibrationPage(width: width, height: height, dpi: 300).omittedModuleSizes == [3, 4, 5, 6])
    }
}
