import EventFixture
import Management
import PrintShop
import Testing
import Ticketing

@Suite("Characters without a font, checked before printing")
struct MissingFontsTests {
    @Test("All printed texts are checked, such as organizers, addresses, sub-events, meals and tables")
    func everyText() throws {
        let wedding = try Wedding()
        // Private-use characters, which no font contains. Each text gets a different character.
        let characters = (0..<12).map { String(Unicode.Scalar(0xE123 + UInt32($0))!) }
        let organizer = try wedding.services.organizers.createOrganizer(OrganizerDetails(name: "Nile \(characters[0])"))
        var details = EventDetails(title: "Fair \(characters[1])", venue: "Lido \(characters[2])", timeZone: "UTC")
        details.city = "Entebbe \(characters[3])"
        details.address = "Beach Road \(characters[4])"
        let draft = try wedding.services.events.createEvent(details, suite: .hmac, of: organizer)
        _ = try wedding.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Regular \(characters[5])"), to: draft)
        _ = try wedding.services.subEvents.addSubEvent(
            SubEventDetails(kind: .other, name: "Tea \(characters[6])", note: "x", venue: "Tent \(characters[7])"),
            to: wedding.event)
        try wedding.importGuests(
            """
            Name,Household,Meal,Table
            Grace \(characters[8]),Nakato \(characters[9]),Fish \(characters[10]),Table \(characters[11])
            """)
        let missing = Set(try FontCoverage.scalars(in: wedding.services).map { String($0) })
        #expect(missing == Set(characters))
    }

    @Test(
        "The advice lists exactly the font packages that the scripts of the missing characters need",
        arguments: [
            (
                "\u{AE40}\u{1F389}\u{E01}",
                "Install fonts, for example: apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"
            ),
            ("\u{6C49}\u{30AB}", "Install a font, for example: apt install fonts-noto-cjk"),
            ("\u{2600}\u{1F389}", "Install a font, for example: apt install fonts-noto-color-emoji"),
            // The Unicode blocks of Yi and Vai are between Chinese and Korean blocks, but fonts for Chinese and Korean
            // lack the letters of Yi and Vai.
            ("\u{A000}\u{A500}1#", "Install a font, for example: apt install fonts-noto-core"),
        ])
    func advice(_ letters: String, _ sentence: String) {
        #expect(FontCoverage.advice(for: Array(letters.unicodeScalars)).english == sentence)
    }
}
