import Testing
import Ticketing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("Zero is neither an event number nor a serial")
    func zero() {
        #expect(EventNumber(rawValue: 0) == nil)
        #expect(Serial(rawValue: 0) == nil)
        #expect(EventNumber(rawValue: .max) != nil)
        #expect(Serial(rawValue: (1 << 40) - 1) != nil)
    }

    @Test("A serial has 40 bits, a type number has 12 bits, and a ticket admits 1 to 16 people")
    func ranges() {
        #expect(Serial(rawValue: 1 << 40) == nil)
        #expect(TicketTypeNumber(rawValue: 4096) == nil)
        #expect(TicketTypeNumber(rawValue: 4095) != nil)
        #expect(Admits(rawValue: 0) == nil)
        #expect(Admits(rawValue: 17) == nil)
        #expect(Admits(rawValue: 16) != nil)
    }

    @Test("The text of a ticket code is parsed as the same code")
    func codeRoundTrip() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1000 {
            let serial = Serial.random(using: &generator)
            let code = TicketCode(serial)
            #expect(code.description.utf8.count == 9)
            #expect(TicketCode(typed: code.description) == code)
        }
        let largest = try #require(Serial(rawValue: (1 << 40) - 1))
        #expect(TicketCode(largest).description == "ZZZZ-ZZZZ")
    }

    @Test(
        "A ticket code is recognized in the forms that people type",
        arguments: ["4F7K-2910", "4f7k2910", " 4f7k 29io ", "4F-7K-29-LO", "4f7k-29I0"])
    func typed(_ text: String) {
        #expect(TicketCode(typed: text)?.description == "4F7K-2910")
    }

    @Test(
        "A malformed ticket code is refused",
        arguments: ["", "4F7K-291", "4F7K-29100", "0000-0000", "4F7K-29U0", "4F7K_2910", "４F7K-2910"])
    func refused(_ text: String) {
        #expect(TicketCode(typed: text) == nil)
    }

    @Test("The whole seconds of an instant are rounded down, both before and after 1970")
    func seconds() {
        #expect(Instant(milliseconds: 1_999).seconds == 1)
        #expect(Instant(milliseconds: -1).seconds == -1)
        #expect(Instant(milliseconds: -1_000).seconds == -1)
        #expect(Instant(milliseconds: -1_001).seconds == -2)
        #expect(Instant(milliseconds: .min).seconds == -9_223_372_036_854_776)
    }
}
