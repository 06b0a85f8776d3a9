import MessageTransport
import Testing

@Suite("The number of parts of an SMS")
struct SMSTextTests {
    private static func text(_ unit: String, _ count: Int) -> SMSText {
        SMSText(String(repeating: unit, count: count))
    }

    @Test("A text in the GSM alphabet has 160 characters in one part, and 153 in each of several parts")
    func gsm() {
        for (count, parts) in [(0, 1), (1, 1), (160, 1), (161, 2), (306, 2), (307, 3), (459, 3), (460, 4)] {
            let text = Self.text("a", count)
            #expect(text.isGSM && text.length == count && text.parts == parts, "\(count)")
        }
    }

    @Test("Any other text has 70 characters in one part, and 67 in each of several parts")
    func ucs2() {
        for (count, parts) in [(1, 1), (70, 1), (71, 2), (134, 2), (135, 3), (201, 3), (202, 4)] {
            let text = Self.text("ŋ", count)
            #expect(!text.isGSM && text.length == count && text.parts == parts, "\(count)")
        }
        #expect(SMSText(String(repeating: "a", count: 69) + "ŋ").parts == 1)
        #expect(SMSText(String(repeating: "a", count: 70) + "ŋ").parts == 2)
    }

    @Test("A character of the extension table counts twice, and is never divided between two parts")
    func extended() {
        for character in "^{}\\[~]|€\u{0C}" { #expect(SMSText("\(character)").length == 2, "\(character)") }
        #expect(Self.text("€", 80).parts == 1)
        #expect(Self.text("€", 81).parts == 2)
        // A part of 153 septets has 76 of these characters, and one septet stays empty.
        #expect(Self.text("€", 152).parts == 2)
        #expect(Self.text("€", 153).parts == 3)
        #expect(SMSText("a" + String(repeating: "€", count: 152)).parts == 2)
        #expect(SMSText("aa" + String(repeating: "€", count: 152)).parts == 3)
    }

    @Test("A character outside the basic plane counts twice, and is never divided between two parts")
    func surrogates() {
        #expect(Self.text("🎉", 35).parts == 1)
        #expect(Self.text("🎉", 36).parts == 2)
        #expect(Self.text("🎉", 66).parts == 2)
        #expect(Self.text("🎉", 67).parts == 3)
    }

    @Test("The GSM alphabet has the 127 characters of TS 23.038, and other characters are not replaced")
    func alphabet() {
        let scalars = (UInt32(0)..<0x2_0000).compactMap { Unicode.Scalar($0) }
        #expect(scalars.count { SMSText.septets(of: $0) == 1 } == 127)
        #expect(scalars.count { SMSText.septets(of: $0) == 2 } == 10)
        for text in ["’", "naïve", "ç", "`", "a\tb", "e\u{301}", "\u{A0}"] {
            #expect(!SMSText(text).isGSM, "\(text)")
            #expect(SMSText(text).text == text)
        }
        #expect(SMSText("Ça va? @ £5 à l’heure").isGSM == false)
        #expect(SMSText("Webale nnyo! Event: 6:00 PM (EAT)\nUGX 50,000").isGSM)
    }
}
