import EventFixture
import Testing

@testable import Ticketing

@Suite("Colours and accents")
struct ColourTests {
    @Test(
        "A colour is three or six hexadecimal digits after a number sign",
        arguments: [
            ("#F80", "#ff8800"), ("#ff8800", "#ff8800"), ("#Ff7A00", "#ff7a00"), ("#000", "#000000"),
            ("#0a0B0c", "#0a0b0c"), ("#FFFFFF", "#ffffff"),
        ])
    func parsing(_ text: String, _ description: String) throws {
        let colour = try #require(Colour(text))
        #expect("\(colour)" == description && Colour("\(colour)") == colour)
        let pattern = try Regex(Colour.pattern)
        #expect(text.wholeMatch(of: pattern) != nil)
    }

    @Test(
        "Any other text is not a colour",
        arguments: [
            "", "#", "#F", "#FF", "#FFFF", "#FFFFF", "#FFFFFFF", "#FFFFFFFF", "F80", "FF8800", " #F80", "#F80 ", "#F8G",
            "#ＦＦＦ", "#٠٠٠", "red", "rgb(0,0,0)", "#-10", "#+10", "#F80\n", "##F8", "#FFF;}body{", "#\u{301}F80", "#é0",
        ])
    func malformed(_ text: String) throws {
        #expect(Colour(text) == nil)
        let pattern = try Regex(Colour.pattern)
        #expect(text.wholeMatch(of: pattern) == nil)
    }

    @Test("Contrast follows WCAG: 21 for black on white, 1 for equal colours, and the same for swapped colours")
    func contrast() throws {
        let (black, white) = (Colour(red: 0, green: 0, blue: 0), Colour(red: 255, green: 255, blue: 255))
        #expect(black.contrast(with: white) == 21 && white.contrast(with: white) == 1)
        #expect(black.luminance == 0 && white.luminance == 1)
        // The ratios that the contrast checker of WebAIM shows.
        for (text, ratio) in [
            ("#767676", 4.54), ("#777777", 4.48), ("#949494", 3.03), ("#ff0000", 4.0), ("#0000ff", 8.59),
        ] {
            let found = try #require(Colour(text)).contrast(with: white)
            #expect(abs(found - ratio) < 0.006, "\(text): \(found)")
        }
        var random = SeededGenerator(for: "contrast")
        for _ in 0..<500 {
            let (one, two) = (ColourTests.colour(&random), ColourTests.colour(&random))
            let found = one.contrast(with: two)
            #expect(found == two.contrast(with: one) && (1...21).contains(found), "\(one) \(two)")
        }
    }

    private static func colour(_ random: inout SeededGenerator) -> Colour {
        let bits = random.next()
        return Colour(
            red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits >> 16))
    }

    /// The first fault of the palette of an accent; nil if every contrast is high enough and no colour was changed more
    /// than necessary.
    private static func fault(of accent: Colour, _ scheme: AccentPalette.Scheme) -> String? {
        let palette = AccentPalette(accent, scheme)
        let fills = scheme.backgrounds.map { palette.fill.contrast(with: $0) }
        let texts = scheme.backgrounds.map { palette.text.contrast(with: $0) }
        let onFill = palette.onFill.contrast(with: palette.fill)
        guard AccentPalette.inks.contains(palette.onFill), onFill >= 4.5 else { return "text on it: \(onFill)" }
        guard fills.allSatisfy({ $0 >= 3 }) else { return "the accent on pages: \(fills)" }
        guard texts.allSatisfy({ $0 >= 4.5 }) else { return "the accent as text: \(texts)" }
        // An accent with enough contrast stays unchanged.
        let isGoodFill =
            scheme.backgrounds.allSatisfy { accent.contrast(with: $0) >= 3 }
            && AccentPalette.inks.contains { $0.contrast(with: accent) >= 4.5 }
        if isGoodFill, palette.fill != accent { return "changed to \(palette.fill)" }
        if scheme.backgrounds.allSatisfy({ accent.contrast(with: $0) >= 4.5 }), palette.text != accent {
            return "text changed to \(palette.text)"
        }
        // The light scheme only darkens accents, and the dark scheme only lightens accents.
        let (before, after) = (accent.luminance, palette.fill.luminance)
        let isFurther = scheme == .light ? after <= before : after >= before
        return isFurther ? nil : "corrected in the wrong direction to \(palette.fill)"
    }

    @Test("The colours that are derived from any accent have the contrast of WCAG AA, on light and on dark pages")
    func palettes() {
        var random = SeededGenerator(for: "palettes")
        let corners: [UInt8] = [0, 1, 0x77, 0x7A, 0x80, 0xFE, 0xFF]
        var accents = corners.flatMap { red in
            corners.flatMap { green in corners.map { Colour(red: red, green: green, blue: $0) } }
        }
        accents += (0..<500).map { _ in ColourTests.colour(&random) }
        accents += (0...255).map { Colour(red: $0, green: $0, blue: $0) }
        for scheme in AccentPalette.Scheme.allCases {
            for accent in accents {
                let fault = ColourTests.fault(of: accent, scheme)
                #expect(fault == nil, "\(accent) \(scheme)")
            }
        }
    }

    @Test("A corrected accent keeps its hue: the strongest channel stays the strongest")
    func hue() {
        var random = SeededGenerator(for: "hue")
        for _ in 0..<300 {
            let accent = ColourTests.colour(&random)
            for scheme in AccentPalette.Scheme.allCases {
                let fill = AccentPalette(accent, scheme).fill
                if accent.red > accent.green { #expect(fill.red >= fill.green, "\(accent)") }
                if accent.green > accent.blue { #expect(fill.green >= fill.blue, "\(accent)") }
                if accent.blue > accent.red { #expect(fill.blue >= fill.red, "\(accent)") }
            }
        }
    }
}
