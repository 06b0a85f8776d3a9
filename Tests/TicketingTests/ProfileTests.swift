import Testing
import Ticketing

@Suite("Days, positions, contacts and payouts that users type")
struct ContactTests {
    @Test("Only days that exist in the calendar are accepted")
    func days() {
        for text in ["2024-02-29", "2000-02-29", "1999-12-31"] {
            #expect(CalendarDay(rawValue: text)?.rawValue == text)
        }
        for text in [
            "2023-02-29", "1900-02-29", "2024-04-31", "2024-00-01", "2024-13-01", "24-01-01", "1799-01-01", "",
        ] {
            #expect(CalendarDay(rawValue: text) == nil, "\(text)")
        }
    }

    @Test("An age increases on the birthday; a birthday on 29 February counts as 1 March in common years")
    func age() throws {
        func age(_ birth: String, _ day: String) throws -> Int {
            try #require(CalendarDay(rawValue: birth)).age(on: #require(CalendarDay(rawValue: day)))
        }
        #expect(try age("2008-11-21", "2026-11-20") == 17)
        #expect(try age("2008-11-21", "2026-11-21") == 18)
        #expect(try age("2008-02-29", "2026-02-28") == 17)
        #expect(try age("2008-02-29", "2026-03-01") == 18)
    }

    @Test("A position is parsed without rounding; a latitude or longitude out of range is refused")
    func positions() {
        #expect(Coordinates("0.0512,32.4637")?.description == "0.051200,32.463700")
        #expect(Coordinates("-0.5, -90")?.description == "-0.500000,-90.000000")
        for text in ["", "1", "1,2,3", "91,0", "0,181", "1.2345678,0", "a,b", "1,"] {
            #expect(Coordinates(text) == nil, "\(text)")
        }
    }

    @Test("A contact's website must be a web address; an extremely long invalid text is also refused")
    func websites() {
        func faults(_ website: String) -> [String] {
            PublicContact(email: nil, phone: nil, website: website).faults.map(\.field)
        }
        #expect(faults("https://example.org").isEmpty && faults("http://a.b/c?d").isEmpty)
        for text in ["", "example.org", "https://example", "https://exa mple.org", "ftp://example.org"] {
            #expect(faults(text) == ["website"], "\(text)")
        }
        #expect(faults("http://\(String(repeating: ".", count: 1_000_000)) x") == ["website"])
    }

    @Test("The number of a payout account must have the format of its mobile-money network or its bank")
    func payouts() throws {
        func faults(_ network: Payout.Network, _ phone: String) throws -> [String] {
            Payout.mobileMoney(network, try #require(PhoneNumber(rawValue: phone))).faults.map(\.field)
        }
        #expect(try faults(.mtn, "+256772123456").isEmpty && faults(.airtel, "+256702123456").isEmpty)
        #expect(try faults(.airtel, "+256772123456") == ["phone"])
        #expect(try faults(.mtn, "+25677212345") == ["phone"])
        #expect(try faults(.mtn, "+233241234567").isEmpty)
        func bank(_ account: String, _ name: String? = nil) -> [String] {
            Payout.bank(name: name, account: account).faults.map(\.field)
        }
        #expect(bank("GB82WEST12345698765432").isEmpty && bank("DE89370400440532013000").isEmpty)
        #expect(bank("GB82WEST12345698765431") == ["account"] && bank("GB28WEST12345698765432") == ["account"])
        #expect(bank("0140012345678") == ["account"] && bank("0140012345678", "Stanbic").isEmpty)
        #expect(bank("12345", "Stanbic") == ["account"])
    }

    @Test("The number of an identity document is stored in upper case without separators, and must have a valid length")
    func documents() {
        #expect(IdentityDocument.normalized(number: " cm-9001 21 ") == "CM900121")
        #expect(IdentityDocument.normalized(number: "1234") == nil)
        #expect(IdentityDocument.normalized(number: String(repeating: "1", count: 31)) == nil)
    }
}
