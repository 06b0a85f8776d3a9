import EventFixture
import Gate
import Languages
import Management
import Testing
import Ticketing

@testable import eventpass

@Suite("Searches by phone number on the gate page on a terminal", .lowPriority)
struct GatePhoneSearchTests {
    private static let noPhones = "This gate works offline and has no phone numbers."

    private func sell(_ phone: String, to name: String, _ festival: Festival) throws {
        _ = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: name, phone: phone,
                payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
    }

    private func lines(_ text: String, in data: any GateDataSource, _ evening: GatePageTests.Evening) throws -> [String]
    {
        evening.page.show(try TicketSearchResult(text, in: data, at: nil, most: 50))
        return evening.screen(ScreenPage.Size(columns: 100, rows: 30)).lines.map(\.text)
    }

    @Test("A search for the last digits of a phone number lists tickets, each with the last message to its buyer")
    func found() throws {
        let evening = try GatePageTests.Evening()
        let festival = evening.festival
        let data = StoreDataSource(services: festival.services, event: festival.event)
        try sell("+256772123456", to: "Kay Okello", festival)
        try sell("+256701003456", to: "Ann Nakato", festival)
        let before = try lines("3456", in: data, evening)
        #expect(before.contains { $0.contains("Found for “3456”") } && !before.contains { $0.contains("sent ") })
        let dispatcher = NoticeDispatcher(clock: festival.clock.now)
        let (leases, _) = try dispatcher.decide(atMost: 100, channels: [.sms], festival.store)
        for lease in leases {
            let id = lease.notice.recipient
            try dispatcher.record(
                .accepted(providerID: id, answer: "ok"), of: lease, chance: 0.5, festival.store)
        }
        #expect(leases.count == 2)
        #expect(try dispatcher.recordReport(id: "+256772123456", arrived: true, answer: "", festival.store))
        let after = try lines("3456", in: data, evening)
        let kay = try #require(after.first { $0.contains("Kay Okello") })
        let ann = try #require(after.first { $0.contains("Ann Nakato") })
        #expect(kay.contains("Kay Okello  sent 07:26 by SMS, delivered  Regular"), "\(kay)")
        #expect(ann.contains("Ann Nakato  sent 07:26 by SMS  Regular"), "\(ann)")
        #expect(!after.contains { $0.contains(GatePhoneSearchTests.noPhones) })
        let none = try lines("0000", in: data, evening)
        #expect(none.contains { $0.contains("No ticket found for “0000”.") })
        #expect(!none.contains { $0.contains(GatePhoneSearchTests.noPhones) })
    }

    @Test("If a pack has no phone numbers, its gate says so after a search by last digits, not after other searches")
    func pack() throws {
        let evening = try GatePageTests.Evening()
        try sell("+256772123456", to: "Kay Okello", evening.festival)
        let pack = try OpenGatePack(at: evening.festival.pack { $0.showsNames = true })
        let missing = try lines("3456", in: pack, evening)
        #expect(missing.contains { $0.contains("No ticket found for “3456”.") })
        #expect(missing.contains { $0.contains(GatePhoneSearchTests.noPhones) })
        for text in ["Nobody", "345", "12345678901234567890"] {
            let lines = try lines(text, in: pack, evening)
            #expect(!lines.contains { $0.contains(GatePhoneSearchTests.noPhones) }, "\(lines)")
        }
        let kay = try #require(try lines("okello", in: pack, evening).first { $0.contains("Kay Okello") })
        #expect(!kay.contains("sent "))
    }

    @Test("If a gate pack contains hashes of phone numbers, its gate finds a ticket by the last digits of a number")
    func allowed() throws {
        let evening = try GatePageTests.Evening()
        try sell("+256772123456", to: "Kay Okello", evening.festival)
        let pack = try OpenGatePack(
            at: evening.festival.pack { ($0.showsNames, $0.allowsPhoneSearch) = (true, true) })
        for text in ["3456", "23456", "123 456"] {
            let found = try lines(text, in: pack, evening)
            #expect(found.contains { $0.contains("Kay Okello") }, "\(found)")
            #expect(!found.contains { $0.contains(GatePhoneSearchTests.noPhones) })
        }
        let missing = try lines("3457", in: pack, evening)
        #expect(missing.contains { $0.contains("No ticket found for “3457”.") })
        #expect(!missing.contains { $0.contains(GatePhoneSearchTests.noPhones) })
    }

    /// The options of a gate pack, and the texts that its gate shows.
    struct PackCase: Sendable, CustomTestStringConvertible {
        let names: Bool
        let phoneNumbers: Bool
        let question: String
        let help: String

        var testDescription: String { question }
    }

    @Test(
        "The search prompt and the help name only the searches that a gate with this pack supports",
        arguments: [
            PackCase(
                names: true, phoneNumbers: true, question: "Name, code or last digits of a phone:",
                help: "find a ticket by name, code or last digits of a phone"),
            PackCase(
                names: true, phoneNumbers: false, question: "Name or code:", help: "find a ticket by name or code"),
            PackCase(
                names: false, phoneNumbers: true, question: "Code or last digits of a phone:",
                help: "find a ticket by code or last digits of a phone"),
            PackCase(
                names: false, phoneNumbers: false, question: "Code of the ticket:", help: "find a ticket by its code"),
        ])
    func prompts(_ expected: PackCase) throws {
        let evening = try GatePageTests.Evening()
        try sell("+256772123456", to: "Kay Okello", evening.festival)
        let pack = try OpenGatePack(
            at: evening.festival.pack {
                ($0.showsNames, $0.allowsPhoneSearch) = (expected.names, expected.phoneNumbers)
            })
        evening.page = GateScreenState(
            evening.gate, direction: .entry, searching: TicketSearchFields(pack.pack))
        evening.press("\u{1B}OP")
        let help = evening.text(GatePageTests.large)
        #expect(help.contains("F2, Ctrl-F   \(expected.help)\n"), "\(help)")
        evening.press("\u{1B}", "\u{1B}OQ")
        let question = evening.text(GatePageTests.large)
        #expect(question.contains("\n\(expected.question)\n"), "\(question)")
        // A search by name or by last digits finds the ticket only if the prompt mentions this search.
        #expect(try pack.tickets(typed: "okello", limit: 2).count == (expected.names ? 1 : 0))
        #expect(try pack.tickets(typed: "3456", limit: 2).count == (expected.phoneNumbers ? 1 : 0))
    }

    @Test("A gate on the main store asks for a name, a code, an e-mail address or the last digits of a phone number")
    func mainStore() throws {
        let evening = try GatePageTests.Evening()
        evening.press("\u{1B}OQ")
        let question = evening.text(GatePageTests.large)
        #expect(question.contains("\nName, code, e-mail or last digits of a phone:\n"), "\(question)")
    }
}
