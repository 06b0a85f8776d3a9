import EventFixture
import Management
import Testing
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The form of a large household", .serving, .slow)
struct LargeHouseholdTests {
    /// The path of the page of the first guest.
    private func path(_ wedding: Wedding) throws -> String {
        let serial = try #require(try wedding.guests()[0].guest.serial)
        let ticket = try wedding.services.tickets.ticket(TicketCode(serial), of: wedding.event)
        return "/i/\(try TicketLink(to: ticket, of: wedding.event, wedding.festival.ring).path)"
    }

    @Test("Sixteen guests answer for all sub-events of an event in one form, with the longest texts")
    func largest() async throws {
        let wedding = try Wedding()
        let added = (4...SubEvent.most).map { "Part \($0)" }
        for name in added {
            _ = try wedding.services.subEvents.addSubEvent(
                SubEventDetails(kind: .other, name: name, note: "more"), to: wedding.event)
        }
        let headings = (["name", "household", "ceremony", "reception", "brunch"] + added).joined(separator: ",")
        let rows = (1...16).map { number in
            (["Guest \(number)", "N"] + [String](repeating: "yes", count: SubEvent.most)).joined(separator: ",")
        }
        try wedding.importGuests(([headings] + rows).joined(separator: "\n") + "\n")
        try wedding.invite()
        let path = try path(wedding)
        let text = String(repeating: "Ж", count: 200)
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            var fields = browser.guestFields
            for guest in 1...16 {
                var typed = ["meal": text, "allergy": text]
                for subEvent in 1...SubEvent.most { typed["sub_event_\(subEvent)"] = "declined" }
                fields.merge(typed.ofGuest(guest)) { $1 }
            }
            #expect(fields.count > 2000)
            try await browser.submit("\(path)/answer", fields)
        }
        let guests = try wedding.guests()
        #expect(guests.count == 16 && guests.allSatisfy { $0.guest.details.meal == text })
        #expect(guests.allSatisfy { $0.invitations.count == SubEvent.most })
        #expect(guests.flatMap(\.invitations).allSatisfy { $0.reply == .declined })
    }

    @Test("A form with the fields of twelve guests, each with five sub-events and ten companions, is not too large")
    func limits() throws {
        let text = String(repeating: "Ж", count: 200)
        var values: [(name: String, value: String)] = []
        for guest in 1...12 {
            func add(_ name: String, _ value: String) {
                values.append((HouseholdForm.fieldName(name, of: guest), value))
            }
            for subEvent in 1...5 {
                add("sub_event_\(subEvent)", "attending")
                add("companions_\(subEvent)", "10")
                add("seen-sub_event_\(subEvent)", String(repeating: "0", count: 32))
            }
            for part in ["meal", "allergy", "companions"] { add("seen-\(part)", String(repeating: "0", count: 32)) }
            for part in ["meal", "allergy"] { add(part, text) }
            for companion in 1...10 {
                for part in ["name", "meal", "allergy"] { add("companion-\(companion)-\(part)", text) }
                add("companion-\(companion)-child", "yes")
            }
        }
        let encoded = FormFields(values: values).encoded
        #expect(encoded.utf8.count < InvitationPage.bodyLimit.bytes)
        let form = try HouseholdForm(FormFields(encoded: encoded, limit: InvitationPage.bodyLimit.fields))
        for guest in 1...12 {
            let reply = try #require(try form.reply(of: guest))
            #expect(reply.answers.count == 5 && reply.companions?.count == 10 && reply.meal == text)
        }
    }
}
