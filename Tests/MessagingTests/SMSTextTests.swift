import MessageTransport
import Messaging
import Testing

@Suite("SMS texts")
struct SMSTextTests {
    @Test("Characters outside the GSM alphabet are replaced if the whole text can then be written in that alphabet")
    func replacement() {
        for (text, simplified) in [
            ("Fête d’été: 18:00 → 19:00 – “œuf”…", "Fete d'été: 18:00 -> 19:00 - \"oeuf\"..."),
            ("a\u{A0}b\u{202F}c", "a b c"), ("\u{2068}Lido\u{2069}", "Lido"), ("e\u{301}", "\u{E9}"),
            ("عبد – fête", "عبد – fête"), ("", ""),
        ] {
            #expect(SMSText(simplified: text).text == simplified)
        }
        #expect(SMSText(simplified: "Fête").isGSM && !SMSText(simplified: "عبد – fête").isGSM)
    }
}
