import Drawing
import PrintShop
import Testing

@Suite("Stored print settings of a batch")
struct PrintSettingsTests {
    @Test("The printing offsets of the front and the back are stored without rounding")
    func offsets() throws {
        var settings = PrintSettings()
        settings.sides = .both
        settings.offset = try #require(PaperOffset("0.1,-2.35"))
        let back = try #require(PaperOffset("-0.30000000000000004,1e-3"))
        settings.backOffset = back
        let again = try #require(PrintSettings(settings.fields))
        #expect(again.fields == settings.fields)
        #expect(again.offset.x == 0.1 && again.offset.y == -2.35)
        #expect(again.backOffset?.x == -0.30000000000000004 && again.backOffset?.y == 0.001)
    }

    @Test("A batch in Arabic stores its direction; an older batch without a stored direction stays left to right")
    func direction() throws {
        var settings = PrintSettings()
        #expect(settings.direction == .leftToRight && settings.fields["direction"] == nil)
        settings.language = "ar"
        #expect(settings.direction == .rightToLeft)
        var fields = settings.fields
        #expect(try #require(PrintSettings(fields)).direction == .rightToLeft)
        #expect(try #require(PrintSettings(fields)).fields == fields)
        fields["direction"] = "down"
        #expect(PrintSettings(fields) == nil)
        fields["direction"] = nil
        let old = try #require(PrintSettings(fields))
        #expect(old.language == "ar" && old.direction == .leftToRight && old.fields == fields)
    }

    @Test("A back offset that is not stored is nil; if the stored back offset can’t be parsed, no settings are read")
    func older() throws {
        var fields = PrintSettings().fields
        #expect(fields["back_offset"] == nil)
        #expect(try #require(PrintSettings(fields)).backOffset == nil)
        fields["back_offset"] = "left"
        #expect(PrintSettings(fields) == nil)
    }
}
