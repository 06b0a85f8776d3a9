import Testing
import Ticketing

@testable import WebHost

@Suite("Backgrounds on which accents must have enough contrast")
struct AccentTokenTests {
    @Test(
        "`AccentPalette` has the same backgrounds as the style sheet of every page, in light and in dark",
        arguments: AccentPalette.Scheme.allCases)
    func tokens(_ scheme: AccentPalette.Scheme) throws {
        let text = try #require(Assets.embedded.text("styles/page.css"))
        let dark = try #require(text.firstRange(of: "@media (prefers-color-scheme: dark)"))
        let sheet = scheme == .light ? text[..<dark.lowerBound] : text[dark.upperBound...]
        let found = try ["paper", "raised", "sunken"].map { name in
            let start = try #require(sheet.firstRange(of: "--\(name): ")).upperBound
            return try #require(Colour(String(sheet[start...].prefix { $0 != ";" })))
        }
        #expect(found == scheme.backgrounds)
    }
}
