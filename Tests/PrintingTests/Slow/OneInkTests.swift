import EventFixture
import Drawing
import Foundation
import Printing
import Testing

/// A printer with one ink, such as a label printer, can only print a dot or leave it white.
@Suite("Printers with one ink", .slow)
struct OneInkTests {
    private func layout(_ boxes: [LayoutBox]) throws -> Layout {
        var layout = try Sample.layout("roll-80")
        layout.front.removeAll { if case .symbol = $0.content { false } else { true } }
        layout.front += boxes
        return layout
    }

    private let boxArea = LayoutBox.Area(x: 5, y: 110, width: 60, height: 12)

    private func text(_ colour: UInt32) throws -> LayoutBox {
        LayoutBox(
            content: .text(try TextTemplate("{holder}"), FittedText.Style(font: Font(size: 20)), Canvas.Colour(colour)),
            area: boxArea)
    }

    /// The dots of a printed ticket, and the warnings.
    private func roll(
        _ boxes: [LayoutBox], holder: String = "Grace Nakato"
    ) throws -> (bitmap: Bitmap, notes: RenderingWarnings) {
        let layout = try layout(boxes)
        var bytes: [UInt8] = []
        let roll = try RollTicketWriter(layout, for: .zpl, event: Sample.event, artwork: [:]) { bytes += $0 }
        try roll.add(Sample.full(1, holder: holder))
        let notes = roll.finish()
        return (try #require(try ZPLInterpreter.labels(bytes).first).bitmap, notes)
    }

    /// The share of printed dots in the area of the boxes, and the warnings.
    private func print(_ boxes: [LayoutBox], holder: String = "Grace Nakato") throws -> (ink: Double, RenderingWarnings)
    {
        let (bitmap, notes) = try roll(boxes, holder: holder)
        func dots(_ length: Double) -> Int { Int(length / 25.4 * 203) }
        var (ink, all) = (0, 0)
        for y in dots(boxArea.y)..<dots(boxArea.y + boxArea.height) {
            for x in dots(boxArea.x)..<dots(boxArea.x + boxArea.width) {
                all += 1
                if x < bitmap.width, y < bitmap.height, bitmap[x, y] { ink += 1 }
            }
        }
        return (Double(ink) / Double(all), notes)
    }

    @Test(
        "A grey or orange text is printed like a black text", arguments: [0x606060, 0x909090, 0xC0C0C0, 0xFF7A00])
    func greyTexts(_ colour: UInt32) throws {
        let black = try print([text(0x000000)])
        let grey = try print([text(colour)])
        #expect(black.ink > 0.02 && grey.ink == black.ink)
        #expect(grey.1.invisible.isEmpty)
    }

    @Test(
        "In a filled area, the share of printed dots equals the darkness of the fill’s colour",
        arguments: [(0x404040, 0.75), (0x808080, 0.5), (0xC0C0C0, 0.25)])
    func fills(_ colour: UInt32, _ share: Double) throws {
        let (ink, notes) = try print([LayoutBox(content: .fill(Canvas.Colour(colour)), area: boxArea)])
        #expect(abs(ink - share) < 0.03, "\(ink)")
        #expect(notes.invisible.isEmpty)
    }

    @Test("A light text on a black fill is printed white, and a black fill without text is completely black")
    func negative() throws {
        let fill = LayoutBox(content: .fill(.black), area: boxArea)
        let (ink, _) = try print([fill, text(0xE0E0E0)])
        #expect(ink < 0.99 && ink > 0.7, "\(ink)")
        #expect(try print([fill]).ink > 0.99)
    }

    @Test("If the colour of a box is too light for even one printed dot, a warning names the ticket")
    func lost() throws {
        let (ink, notes) = try print([
            LayoutBox(
                content: .fill(Canvas.Colour(0xF9F9F9)), area: LayoutBox.Area(x: 5, y: 110, width: 0.3, height: 0.3))
        ])
        #expect(ink == 0)
        #expect(notes.invisible.map(\.field) == ["fill"] && notes.invisible.first?.names.count == 1)
        #expect(try print([text(0xF0F0F0)]).1.invisible.map(\.field) == ["holder"])
    }

    @Test("Emoji in a name are visible in print, even if their colour is light")
    func emoji() throws {
        let (ink, notes) = try print([text(0x000000)], holder: "💛💛💛")
        #expect(ink > 0.01, "\(ink)")
        #expect(notes.invisible.isEmpty)
    }

    @Test(
        "A character that a variation selector turns into an emoji is visible in print, even between letters",
        arguments: ["☀\u{FE0F}", "✌\u{FE0F}", "❄\u{FE0F}", "🏖\u{FE0F}", "⚠\u{FE0F}", "©\u{FE0F}"])
    func selectedEmoji(_ emoji: String) throws {
        let (with, notes) = try print([text(0x000000)], holder: "Zoe \(emoji) Sun")
        let without = try print([text(0x000000)], holder: "Zoe  Sun").ink
        #expect(with > without + 0.005, "\(with) with it, \(without) without")
        #expect(notes.invisible.isEmpty)
    }

    @Test("A thin black fill has straight edges on a dot printer, even if it begins between two dots")
    func thinFill() throws {
        for offset in stride(from: 0.0, to: 0.125, by: 0.03) {
            let area = LayoutBox.Area(x: 5 + offset, y: 112 + offset, width: 40, height: 0.3)
            let bitmap = try roll([LayoutBox(content: .fill(.black), area: area)]).bitmap
            let rows = (0..<bitmap.height).filter { bitmap[100, $0] && $0 > 860 }
            #expect((2...3).contains(rows.count), "\(offset)")
            for row in rows { #expect((50..<350).allSatisfy { bitmap[$0, row] }, "\(offset): row \(row) has gaps") }
            for row in 880..<910 where !rows.contains(row) {
                #expect(!(50..<350).contains { bitmap[$0, row] }, "\(offset): row \(row) has extra dots")
            }
        }
    }

    @Test("A fill that is thinner than a dot is a line of one dot")
    func thinnestFill() throws {
        for offset in stride(from: 0.0, to: 0.125, by: 0.03) {
            let area = LayoutBox.Area(x: 5, y: 112 + offset, width: 40, height: 0.02)
            let (bitmap, notes) = try roll([LayoutBox(content: .fill(.black), area: area)])
            #expect((860..<bitmap.height).count { bitmap[100, $0] } == 1, "\(offset)")
            #expect(notes.invisible.isEmpty)
        }
    }

    @Test("The modules of a symbol that the printer draws are at most as large as the printer allows")
    func nativeModules() throws {
        for (language, name) in [(RollTicketWriter.PrinterLanguage.zpl, "roll-62"), (.escpos, "roll-80")] {
            var bytes: [UInt8] = []
            let roll = try RollTicketWriter(
                try Sample.layout(name), for: language, symbols: .printer, event: Sample.event, artwork: [:]
            ) { bytes += $0 }
            try roll.add(Sample.full(1))
            _ = roll.finish()
            #expect(!bytes.isEmpty)
            if language == .zpl { #expect(String(decoding: bytes, as: UTF8.self).contains("^BQN,2,10")) }
        }
    }
}
