import EventFixture
import Foundation
import Languages
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Sentences of histories", .serving)
struct HistorySentenceTests {
    private static let number = EventNumber(rawValue: 7)
    private let event: Event

    init() throws {
        event = Event(
            number: try #require(Self.number), organizer: try #require(OrganizerNumber(rawValue: 1)), slug: "gala",
            suite: .hmac, created: Instant(seconds: 0), status: .published,
            details: EventDetails(title: "Gala", timeZone: "Europe/Berlin"))
    }

    private func record(
        _ operation: Management.Operation, _ kind: AuditSubject.Kind = .event, _ id: String = "7", name: String? = nil,
        from before: [String: String] = [:], to after: [String: String] = [:], user: String? = "Amina"
    ) throws -> AuditRecord {
        AuditRecord(
            organizer: event.organizer, sequence: 1, at: Instant(seconds: 0), user: try #require(UserID(rawValue: 5)),
            action: operation.rawValue, subject: AuditSubject(kind, id), before: before, after: after
        ).with {
            $0.event = event.number
            $0.userName = user
            $0.subjectName = name
        }
    }

    private func sentence(_ record: AuditRecord) -> String { HistorySentences(of: event).sentence(record).english }

    private func edited(_ before: [String: String], _ after: [String: String]) throws -> String {
        sentence(try record(.editEvent, from: before, to: after))
    }

    @Test("A changed time is shown in the event’s time zone; if the day stays the same, the sentence names it once")
    func times() throws {
        // Summer time ends on 25 October 2026.
        let end = ["end": "2026-10-24T15:00:00Z"]
        #expect(
            try edited(end, ["end": "2026-10-24T17:00:00Z"])
                == "Amina moved the end from 17:00 to 19:00 on Sat 24 Oct 2026")
        #expect(
            try edited(end, ["end": "2026-10-25T03:00:00Z"])
                == "Amina moved the end from Sat 24 Oct 2026, 17:00 to Sun 25 Oct 2026, 04:00")
        #expect(try edited([:], end) == "Amina set the end to Sat 24 Oct 2026, 17:00")
        #expect(try edited(end, [:]) == "Amina removed the end, which was Sat 24 Oct 2026, 17:00")
        #expect(
            try edited(["doors": "2026-10-24T15:00:00Z"], ["doors": "2026-10-24T15:30:00Z"])
                == "Amina moved the opening of the doors from 17:00 to 17:30 on Sat 24 Oct 2026")
        // The audit trail of the organizer is in another zone, but the times stay in the zone of the event.
        let trail = HistorySentences(zone: .gmt, events: [event])
        let moved = try record(.editEvent, from: end, to: ["end": "2026-10-24T17:00:00Z"])
        #expect(
            trail.sentence(moved).english == "Amina moved the end of “Gala” from 17:00 to 19:00 on Sat 24 Oct 2026")
    }

    @Test(
        """
        Sentences show texts in quotation marks, choices in the words of the forms, amounts with a currency, and \
        checkboxes as yes or no
        """)
    func values() throws {
        #expect(
            try edited(["venue": "Lido", "city": "Jinja"], ["venue": "Barn", "city": "Entebbe"])
                == "Amina changed the venue from “Lido” to “Barn” and changed the city from “Jinja” to “Entebbe”")
        #expect(
            try edited(["kind": "public"], ["kind": "private"])
                == "Amina changed the kind from “public: open to everyone” to “private: invited people only”")
        #expect(try edited(["capacity": "90"], ["capacity": "100"]) == "Amina changed the capacity from 90 to 100")
        let type = try record(
            .editType, .type, "2", name: "VIP", from: ["price": "50000 UGX"], to: ["price": "60000 UGX"])
        let prices = try ["50000 UGX", "60000 UGX"].map { try #require(Money($0)).displayText }
        #expect(
            sentence(type) == "Amina changed the price of ticket type “VIP” from \(prices[0]) to \(prices[1])")
        let hidden = try record(.editType, .type, "2", from: ["hidden": "no"], to: ["hidden": "yes"])
        #expect(sentence(hidden) == "Amina set “Hide from buyers” of ticket type 2 to yes")
        let about = try edited(["about": "One\nTwo"], ["about": "Three"])
        #expect(about == "Amina changed the description")
        let many = ["title": "A", "venue": "B", "city": "C", "contact": "D"]
        #expect(
            try edited(many, many.mapValues { "\($0)\($0)" })
                == "Amina changed the title, the venue and 2 other details")
    }

    @Test("No sentence contains a value that the reader may not see")
    func hidden() throws {
        let order = try record(
            .refundOrder, .order, "12", name: "Grace", from: ["status": "paid"], to: ["status": "refunded"],
            user: "Joan")
        #expect(sentence(order) == "Joan refunded order 12 of Grace")
        #expect(sentence(order.with { $0.subjectName = nil }) == "Joan refunded order 12")
        let ticket = try record(
            .editTicket, .ticket, "4F7K-29QX", from: ["holder": AuditRecord.hiddenValue],
            to: ["holder": AuditRecord.hiddenValue])
        #expect(sentence(ticket) == "Amina changed the name of ticket 4F7K-29QX")
        let guest = try record(
            .editGuest, .guest, "3", from: ["name": "Grace", "table": "1"], to: ["name": "Denis", "table": "2"])
        let shown = sentence(guest.visible(with: [.lookUp, .readReports]))
        #expect(!shown.contains("Grace") && !shown.contains("Denis") && shown.contains("the table from 1 to 2"))
    }

    @Test("Each operation that a history can show has its own sentence for every kind of object")
    func operations() throws {
        // The beginnings of the names of operations that no history shows. Most of them only read, or leave no record.
        let unshown = ["show", "read", "report", "find", "scan", "changeMessagePreferences", "reviewAbuse"]
        for operation in Management.Operation.allCases {
            let isUnshown = unshown.contains { operation.rawValue.hasPrefix($0) }
            if case .other = HistoryForm(of: operation) {
                #expect(isUnshown, "\(operation)")
            } else {
                #expect(!isUnshown, "\(operation)")
            }
            for kind in AuditSubject.Kind.allCases {
                let text = sentence(try record(operation, kind, from: ["note": "a"], to: ["note": "b"]))
                #expect(!text.isEmpty && !text.contains("{"), "\(operation) \(kind)")
                if !isUnshown { #expect(!text.hasPrefix("Amina: "), "\(operation) \(kind)") }
            }
        }
        let member = try record(
            .manageMembers, .member, "9", name: "Joan", from: ["role": "seller"], to: ["role": "owner"])
        #expect(sentence(member) == "Amina changed the role of Joan from seller to owner")
        #expect(sentence(try record(.createOrder, to: ["tickets": "2"])) == "Amina issued 2 tickets")
        let order = try record(
            .cancelEvent, .order, "12", from: ["status": "paid"], to: ["status": "cancelled"])
        #expect(sentence(order) == "Amina changed order 12 (event cancelled)")
        #expect(sentence(try record(.expireHold, .order, "12")) == "the reservation of order 12 expired")
    }

    @Test("A page escapes markup in sentences, and shows the values of a record that its sentence leaves out")
    func page() async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        _ = try festival.services.events.edit(festival.event) { $0.venue = "<b>Barn" }
        _ = try festival.services.events.edit(festival.event) { details in
            (details.city, details.contact, details.about) = ("Jinja", "box@example.org", "One\nTwo <i>")
        }
        let order = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: festival.regular.number, count: 1)], name: "Grace <u>", email: nil,
                payment: Payment(.cash)),
            of: festival.event, signingWith: festival.ring)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(festival.event.deskPath)/history").body
            let entries = page.components(separatedBy: "<li>")
            let moved = try #require(entries.first { $0.contains("changed the venue from “Lido” to “&lt;b&gt;Barn”.") })
            #expect(!moved.contains("<details>"))
            let several = try #require(entries.first { $0.contains("Test changed the description, the city and") })
            #expect(several.contains("<summary>Values</summary>") && several.contains("<ins>One\nTwo &lt;i&gt;</ins>"))
            let audit = try await owner.get(served, "/desk/organizers/nile-nights/audit").body
            #expect(audit.contains("Test created order \(order.number) of Grace &lt;u&gt;."))
            #expect(audit.contains("order \(order.number) (Grace &lt;u&gt;) · New Year by the Lake"))
            #expect(MarkupGrammar.fault(in: audit) == nil && MarkupGrammar.fault(in: page) == nil)
            // A program that reads reports, but no orders, does not see the buyer’s name.
            let reader = festival.services.narrowed(
                to: Grant(organizer: festival.event.organizer, event: nil, rights: [.lookUp, .readReports]))
            let records = try reader.audit.latestChanges(
                of: festival.services.organizers.organizer(named: "Nile Nights"), limit: 9)
            let sentences = HistorySentences(zone: .gmt, events: [festival.event])
            let shown = records.map { sentences.sentence($0).english }
            #expect(shown.contains("Test created order \(order.number)"))
            #expect(!shown.joined().contains("Grace"))
        }
    }
}
