import Testing
import Ticketing

@Suite("Typed names, addresses and amounts")
struct TextTests {
    @Test(
        "Accents, case, width and extra spaces make no difference in a search for a name",
        arguments: [
            ("José  ÑANDÚ", "jose nandu"), ("Ｇｒａｃｅ", "grace"), ("  Grace\tNakato ", "grace nakato"),
            ("Ångström", "angstrom"), ("E\u{301}lan", "elan"), ("Łukasz", "łukasz"), ("Владимир", "владимир"),
            ("李小龍", "李小龍"), ("👩‍👩‍👧 Nakato", "👩‍👩‍👧 nakato"), ("", ""),
            ("Robert'); DROP TABLE ticket;--", "robert'); drop table ticket;--"),
        ])
    func folding(_ text: String, _ folded: String) {
        #expect(text.folded == folded)
        #expect(text.folded.folded == folded)
    }

    @Test(
        "An e-mail address is stored in lower case, without surrounding spaces",
        arguments: [
            (" Grace.Nakato@Example.ORG\n", "grace.nakato@example.org"), ("a+b@x.co", "a+b@x.co"),
            ("пётр@пример.рф", "пётр@пример.рф"),
        ])
    func addresses(_ text: String, _ kept: String) {
        #expect(EmailAddress(rawValue: text)?.rawValue == kept)
    }

    @Test(
        "An address that mail can't be sent to is rejected",
        arguments: [
            "", "grace", "grace@", "@example.org", "grace@example", "a@b@c.org", "gr ace@example.org",
            "grace@exa mple.org", ".grace@example.org", "grace.@example.org", "gr..ace@example.org",
            "grace@-example.org", "grace@example..org", "grace\u{0}@example.org", "grace\u{202E}@example.org",
            "grace@\u{301}a.example.org", "grace@example.\u{301}org", "\"grace\"@example.org", "<grace@example.org>",
            "grace@example.org,sarah@example.org",
            "\(String(repeating: "a", count: 65))@example.org", "a@\(String(repeating: "a.", count: 126))org",
        ])
    func noAddresses(_ text: String) { #expect(EmailAddress(rawValue: text) == nil) }

    @Test("A telephone number must have a country code, and 7 to 15 digits in total")
    func telephones() {
        #expect(PhoneNumber(rawValue: "+256 (700) 123-456")?.rawValue == "+256700123456")
        for text in ["", "0700123456", "256700123456", "+0700123456", "+123456", "+1234567890123456", "+25670012x456"] {
            #expect(PhoneNumber(rawValue: text) == nil, "\(text)")
        }
    }

    @Test("A name is one line in any script, not empty and not too long")
    func names() {
        for name in [
            "Grace", "李", "🎉", "O'Brien; --", "مها", "\u{5E9}\u{5B8}\u{5C1}\u{5DC}\u{5D5}\u{5B9}\u{5DD}",
            "رضا\u{200C}یی", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{FE0F}", "Nguyễn Thị",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "(مها)\u{200F} Ltd.", "<b>&\"'",
            "க்\u{200D}ஷ", "\u{D15}\u{D4D}\u{D30}",
        ] {
            #expect(TextFault.of(name) == nil, "\(name)")
        }
        #expect(TextFault.of(" \t\u{A0}") == .missing)
        #expect(TextFault.of(String(repeating: "a", count: 200)) == nil)
        #expect(TextFault.of(String(repeating: "a", count: 201)) == .tooLong(length: 201, limit: 200))
    }

    @Test(
        "A control character, line break, prepended mark or direction change in a name is refused with its code point",
        arguments: [
            "\0", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{AD}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{D4E}",
            "\u{110BD}", "\u{200B}", "\u{2028}", "\u{202A}", "\u{202E}", "\u{2060}", "\u{2066}", "\u{2069}", "\u{FEFF}",
            "\u{FFFE}", "\u{E0001}",
        ] as [Unicode.Scalar])
    func forbiddenScalars(_ scalar: Unicode.Scalar) {
        let fault = TextFault.of("Gra\(scalar)ce")
        #expect(fault == .scalar(scalar, position: 4))
        let digits = String(scalar.value, radix: 16, uppercase: true)
        #expect(
            fault?.description.contains(
                "character 4 is U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)") ?? false)
        #expect(fault?.description.hasSuffix("remove it") ?? false)
    }

    @Test("A name is refused if it contains a Unicode scalar that Swift joins to the next letter")
    func prefixes() {
        var count = 0
        for value in (0x80...0x10FFFF) as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), scalar.value != 0x200D else { continue }
            var pair = String(scalar)
            pair.unicodeScalars.append("a")
            guard pair.count == 1 else { continue }
            count += 1
            #expect(TextFault.of("a\(scalar)a") != nil, "U+\(String(value, radix: 16))")
        }
        #expect(count >= 24)
    }

    @Test("A text of several lines may contain line breaks and tabs, but no other control characters")
    func severalLines() {
        #expect(TextFault.of("One\r\ntwo\n\tthree", lines: .several) == nil)
        #expect(TextFault.of("One\u{1B}[2J", lines: .several) == .scalar("\u{1B}", position: 4))
        #expect(TextFault.of("One\u{202E}", lines: .several) == .scalar("\u{202E}", position: 4))
    }

    @Test("An amount is rejected if it overflows, or if it has decimals in a currency without minor units")
    func money() {
        let most = Money(minorUnits: .max, currency: "UGX")
        #expect(most.times(1) == most)
        #expect(most.times(2) == nil)
        #expect(most.times(0)?.minorUnits == 0)
        #expect(most.plus(Money(minorUnits: 1, currency: "UGX")) == nil)
        #expect(most.plus(Money(minorUnits: 0, currency: "UGX")) == most)
        #expect(Money(minorUnits: 1, currency: "EUR").plus(Money(minorUnits: 1, currency: "UGX")) == nil)
        #expect(Money("9223372036854775807 UGX") == most)
        #expect(Money("9223372036854775808 UGX") == nil)
        #expect(Money("50000.50 UGX") == nil)
        let owed: [(Int64, String, String)] = [
            (-5, "EUR", "-0.05 EUR"), (-1234, "EUR", "-12.34 EUR"), (-700, "UGX", "-700 UGX"), (7, "EUR", "0.07 EUR"),
        ]
        for (minorUnits, currency, text) in owed {
            #expect(Money(minorUnits: minorUnits, currency: currency).description == text)
        }
        #expect(Money("92233720368547758.08 EUR") == nil)
        #expect(Money("50000 UGX")?.times(3)?.description == "150000 UGX")
        #expect(Money("12.50 EUR")?.times(3)?.description == "37.50 EUR")
    }

    @Test(
        "An amount is parsed and formatted with the decimals of its currency in ISO 4217: none, two or three",
        arguments: [
            ("50000 UGX", 50_000), ("0 JPY", 0), ("1 JPY", 1), ("0.05 EUR", 5), ("12.50 USD", 1250),
            ("0.001 KWD", 1), ("1.500 KWD", 1500), ("100000000.000 KWD", 100_000_000_000),
        ] as [(String, Int64)])
    func decimals(text: String, minorUnits: Int64) {
        let money = Money(text)
        #expect(money?.minorUnits == minorUnits)
        #expect(money?.description == text)
    }

    @Test(
        "Excess decimals, a sign, a comma or a missing currency make an amount invalid",
        arguments: [
            "1.0 UGX", "1.5 JPY", "0.001 EUR", "0.0001 KWD", "1. KWD", ".5 KWD", "-1 JPY", "+1 JPY", "1,5 EUR", "1",
            "JPY",
            "1 J¥N", "1 YEN2", "1e3 JPY", "9223372036854775.808 KWD",
        ])
    func noAmount(text: String) { #expect(Money(text) == nil) }

    @Test("In a form, a comma before three digits separates thousands, and no comma multiplies an amount")
    func typedAmounts() {
        let amounts: [(String, [(String, Int64?)])] = [
            (
                "EUR",
                [
                    ("20,50", 2050), ("20.50", 2050), ("20,5", 2050), ("20", 2000), ("0,05", 5), ("0", 0),
                    ("20,000", 2_000_000), ("1,234,567.8", 123_456_780), ("1 234,50", 123_450), (" 20 000 ", 2_000_000),
                    ("1\u{202F}234\u{A0}567", 123_456_700), ("1,234,56", nil), ("1.234,56", nil), ("0,500", nil),
                    ("20.500", nil), ("20,5000", nil), ("20 50", nil), ("1,23,456", nil), ("20,", nil), (",50", nil),
                    ("-1", nil), ("+1", nil), ("1e3", nil), ("", nil), ("x", nil), ("٢٠", nil),
                    ("1234567890123", nil), ("1,000,000,000,000", nil),
                ]
            ),
            (
                "UGX",
                [
                    ("20,000", 20_000), ("20 000", 20_000), ("50000", 50_000), ("999999999999", 999_999_999_999),
                    ("20,50", nil), ("20.50", nil), ("20000,00", nil), ("20.000", nil),
                ]
            ),
            ("KWD", [("20.500", 20_500), ("20.5", 20_500), ("1 250", 1_250_000), ("20,500", nil), ("20,5", nil)]),
            ("CLF", [("0.0001", 1), ("1,2345", nil)]),
        ]
        for (currency, texts) in amounts {
            for (text, units) in texts {
                #expect(Money(typed: text, in: currency)?.minorUnits == units, "\(text) \(currency)")
            }
        }
        #expect(Money(typed: "20", in: "ABC") == nil)
    }

    @Test("The text in a search field is read as a complete ticket code, an email address or a name")
    func queries() throws {
        let code = try #require(TicketCode(typed: "4F7K-29QX"))
        #expect(TicketQuery(typed: "4f7k29qx") == .code(code.serial.rawValue...code.serial.rawValue))
        #expect(TicketQuery(typed: "grace@") == .email("grace@"))
        #expect(TicketQuery(typed: "Katherine") == .holder("Katherine"))
        // “Margaret” could be a ticket code (eight letters of the code alphabet), but is a name.
        #expect(TicketQuery(typed: "Margaret") == .holder("Margaret"))
        #expect(TicketQuery(typed: "  ") == .all)
        #expect(TicketQuery.code(beginning: "4F7K-29QX") == TicketQuery(typed: "4F7K-29QX"))
        #expect(TicketQuery.code(beginning: "Z") == .code(31 << 35...(1 << 40) - 1))
        #expect(TicketQuery.code(beginning: "") == nil)
        #expect(TicketQuery.code(beginning: "4F7K-29QX1") == nil)
        #expect(TicketQuery.code(beginning: "u") == nil)
    }

    @Test("Four to six digits are searched for as a name, then as the end of a phone number, then as a ticket code")
    func phoneEndings() {
        for text in ["3456", "123456", " 12 34 56 "] {
            let digits = text.filter { $0 != " " }
            #expect(TicketQuery.phone(typed: text) == .phoneEnding(digits), "\(text)")
            let meanings = TicketQuery.interpretations(typed: text)
            let phone = meanings.firstIndex(of: .phoneEnding(digits))
            let name = meanings.firstIndex(of: .holder(text))
            let code = TicketQuery.code(beginning: text).flatMap { meanings.firstIndex(of: $0) }
            #expect(name.flatMap { name in phone.map { name < $0 } } == true, "\(meanings)")
            #expect(phone.flatMap { phone in code.map { phone < $0 } } == true, "\(meanings)")
        }
        for text in ["", "456", "345x", "+3456", "34-56", "٣٤٥٦", "³456", "0000012345", "1234567890123456"] {
            #expect(TicketQuery.phone(typed: text) == nil, "\(text)")
        }
        #expect(NameSearchKeys.of(phone: "+256 772 123-456") == "#654321")
        #expect(NameSearchKeys.of(phone: "5555") == NameSearchKeys.beginning(phoneEnding: "5555"))
        #expect(NameSearchKeys.of(phone: "555") == nil && NameSearchKeys.of(phone: "call me") == nil)
        for digits in ["3456", "23456", "123456"] {
            #expect(NameSearchKeys.phoneEnding(of: NameSearchKeys.beginning(phoneEnding: digits)) == digits)
        }
        for key in ["", "#", "#654", "#7654321", "#6543x1", "654321", "@654321", "#654 21", "##5432", "#٣٤٥٦"] {
            #expect(NameSearchKeys.phoneEnding(of: key) == nil, "\(key)")
        }
    }

    @Test("A phone number can be typed with or without its country code; zeros at its beginning do not matter")
    func typedPhones() throws {
        let cases: [(text: String, digits: String, hasCountryCode: Bool)] = [
            ("+256 772 123-456", "256772123456", true), ("00256772123456", "256772123456", true),
            ("0772 123 456", "772123456", false), ("772123456", "772123456", false),
            ("+0772123456", "772123456", false), ("0123456", "123456", false),
        ]
        for (text, digits, hasCountryCode) in cases {
            guard case .phone(let number)? = TicketQuery.phone(typed: text) else {
                Issue.record("“\(text)” is not read as a phone number")
                continue
            }
            #expect(number.digits == digits && number.hasCountryCode == hasCountryCode, "\(text)")
            #expect(number.ending == String(digits.suffix(6)))
            #expect(TicketQuery.interpretations(typed: text).contains(.phone(number)), "\(text)")
        }
    }

    @Test("A price must have a currency from ISO 4217, and no more decimals than that currency")
    func currencies() {
        for text in ["5 ABC", "5 XAG", "5 XTS", "5 XAU", "5 DEM", "5 UG", "5 UGXX", "5 ugš", "1.5 UGX", "1.2345 KWD"] {
            #expect(Money(text) == nil, "\(text)")
        }
        let amounts = ["5 ugx": 5, "5 EUR": 500, "5.25 USD": 525, "1.234 KWD": 1234, "0.0001 CLF": 1, "7 ZWG": 700]
        for (text, units) in amounts { #expect(Money(text)?.minorUnits == Int64(units), "\(text)") }
    }
}
