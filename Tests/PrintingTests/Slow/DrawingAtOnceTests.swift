import Drawing
import EventFixture
import Testing

@Suite("Drawing on many threads", .slow)
struct DrawingAtOnceTests {
    /// Names that together need more fonts than cairo keeps open.
    private static let names = [
        "Sarah", "Հայկ", "მარიამ", "אבי כהן", "محمد", "प्रियंका", "পূর্ণিমা", "கவிதா", "ಕಾವ್ಯ", "లక్ష్మి", "മീര", "සුනිල්",
        "กุ้ง", "ລາວ", "ភ្នំពេញ", "མཁའ", "አበበ", "🎫",
    ]

    /// Draws the names. The font size depends on `number`, so that no two drawings share cached letters.
    private static func picture(_ number: Int) throws -> [UInt8] {
        try Canvas.png(width: 200, height: 20 * Double(names.count), scale: 1) { canvas in
            for (line, name) in names.enumerated() {
                canvas.write(
                    name, Font(size: 9 + Double(number) / 64), .black, x: 4, middle: 10 + 20 * Double(line), .left)
            }
        }
    }

    @Test("If 64 tasks draw names in many scripts at once, each drawing is the same as if it were drawn alone")
    func together() throws {
        let together = try atOnce(64) { try DrawingAtOnceTests.picture($0) }
        for (number, drawn) in together.enumerated() {
            #expect(try drawn == DrawingAtOnceTests.picture(number), "drawing \(number)")
        }
    }
}
