import EventFixture
import Languages
import MailFixture
import Management
import MessageTransport
import Messaging
import Testing
import Ticketing

@Suite("Calendar entries in mails", .serialized)
struct CalendarMailTests {
    private struct Entry {
        private let lines: [Substring]

        init(_ text: String) {
            // The lines of the time zone, which come before those of the event, also contain times, so they are
            // dropped.
            lines = text.replacing("\r\n ", with: "").split(separator: "\r\n").drop { $0 != "BEGIN:VEVENT" }.map { $0 }
        }

        /// The value of a property, without the property's parameters.
        func value(_ name: String) -> Substring? {
            let line = lines.first { $0.hasPrefix("\(name):") || $0.hasPrefix("\(name);") }
            return line.flatMap { line in line.firstIndex(of: ":").map { line[line.index(after: $0)...] } }
        }

        var id: Substring? { value("UID") }
        var sequence: Int { value("SEQUENCE").flatMap { Int($0) } ?? -1 }

        /// Whether calendars replace the entry `other` with this entry (RFC 5546 §2.1.5).
        func isLater(than other: Entry) -> Bool {
            guard sequence == other.sequence else { return sequence > other.sequence }
            return value("DTSTAMP") ?? "" > other.value("DTSTAMP") ?? ""
        }
    }

    private func entries(_ notice: Notice?, _ fixture: MessageFixture) throws -> [Entry] {
        let notice = try #require(notice)
        let mail = try #require(try fixture.compose(notice)).read()
        return mail.parts.filter { $0.type == "text/calendar" }.map { Entry($0.text) }
    }

    private func queued(_ kind: Notice.Kind, to recipient: String, _ fixture: MessageFixture) throws -> Notice? {
        try fixture.queued(kind).last { $0.recipient == recipient }
    }

    @Test("The entry in the mail about a moved event replaces the entry of the ticket’s mail")
    func moved() throws {
        let fixture = try MessageFixture()
        let first = try entries(try queued(.ticketIssued, to: "joan@example.org", fixture), fixture)
        _ = try fixture.festival.services.events.edit(fixture.event) {
            $0.start = Festival.start.advanced(bySeconds: 3 * 3600)
            $0.end = Festival.start.advanced(bySeconds: 5 * 3600)
        }
        for recipient in ["joan@example.org", "sarah@example.org"] {
            let later = try entries(try queued(.eventMoved, to: recipient, fixture), fixture)
            #expect(first.count == 1 && later.count == 1)
            #expect(later[0].id == first[0].id && later[0].id != nil)
            #expect(later[0].sequence > first[0].sequence)
            #expect(later[0].value("STATUS") == "CONFIRMED")
            #expect(later[0].value("DTSTART") == "20261223T102640")
        }
    }

    @Test("A cancelled, deleted or restored event changes the entry, each time with a higher sequence number")
    func ended() throws {
        let fixture = try MessageFixture()
        let events = fixture.festival.services.events
        let first = try entries(try queued(.ticketIssued, to: "joan@example.org", fixture), fixture)[0]
        let deleted = try events.deleteEvent(fixture.event).event
        let second = try entries(try queued(.eventCancelled, to: "joan@example.org", fixture), fixture)[0]
        let restored = try events.restoreEvent(deleted).event
        let third = try entries(fixture.sample(.eventRestored), fixture)[0]
        _ = try events.cancelEvent(restored)
        let fourth = try entries(try queued(.eventCancelled, to: "joan@example.org", fixture), fixture)[0]
        let all = [first, second, third, fourth]
        #expect(Set(all.map(\.id)).count == 1)
        #expect(all.map { $0.value("STATUS") } == ["CONFIRMED", "CANCELLED", "CONFIRMED", "CANCELLED"])
        let sequences = all.map(\.sequence)
        #expect(sequences == Array(Set(sequences)).sorted() && sequences.allSatisfy { $0 >= 0 })
    }

    @Test("Guests get an entry for each sub-event, and later mails replace only the entries that have changed")
    func subEvents() throws {
        let fixture = try MessageFixture()
        let (event, subEvents) = (fixture.event, fixture.festival.services.subEvents)
        let grace = "grace@example.org"
        let first = try entries(try queued(.invitation, to: grace, fixture), fixture)
        #expect(
            first.map { $0.value("SUMMARY") } == [
                "Ceremony\\, New Year by the Lake", "Reception\\, New Year by the Lake",
            ])
        #expect(first.map { $0.value("LOCATION") } == ["Lido", "The Barn"])
        _ = try subEvents.editSubEvent(fixture.wedding.reception, of: event) {
            $0.start = Festival.start.advanced(bySeconds: 3 * 3600)
        }
        let moved = try entries(try queued(.eventMoved, to: grace, fixture), fixture)
        #expect(moved.map(\.id) == [first[1].id] && moved[0].value("DTSTART") == "20261223T102640")
        #expect(moved[0].sequence > first[1].sequence)
        try subEvents.removeSubEvent(fixture.wedding.reception, of: event)
        let removed = try entries(try queued(.subEventCancelled, to: grace, fixture), fixture)
        #expect(removed.map(\.id) == [first[1].id] && removed[0].value("STATUS") == "CANCELLED")
        #expect(removed[0].sequence > moved[0].sequence)
        _ = try fixture.festival.services.events.cancelEvent(event)
        let cancelled = try entries(try queued(.eventCancelled, to: grace, fixture), fixture)
        #expect(cancelled.map(\.id) == [first[0].id] && cancelled[0].value("STATUS") == "CANCELLED")
    }

    @Test("If a sub-event no longer has a start, the mail cancels its entry; a new start confirms the entry again")
    func withoutStart() throws {
        let fixture = try MessageFixture()
        let (event, clock, grace) = (fixture.event, fixture.festival.clock, "grace@example.org")
        /// The entries in the mail to Grace about a change of the reception.
        func changed(_ change: (inout SubEventDetails) -> Void) throws -> [Entry] {
            clock.advance(bySeconds: 1)
            _ = try fixture.festival.services.subEvents.editSubEvent(fixture.wedding.reception, of: event, change)
            return try entries(try queued(.eventMoved, to: grace, fixture), fixture)
        }
        let first = try entries(try queued(.invitation, to: grace, fixture), fixture)[1]
        let gone = try changed { ($0.start, $0.end) = (nil, nil) }
        #expect(gone.map(\.id) == [first.id] && first.id != nil)
        #expect(gone[0].value("STATUS") == "CANCELLED" && gone[0].value("DTSTART") == first.value("DTSTART"))
        #expect(gone[0].sequence > first.sequence)
        // The entry is already cancelled, so a mail about the venue has no entry.
        #expect(try changed { $0.venue = "The Annex" }.isEmpty)
        let again = try changed { $0.start = Festival.start.advanced(bySeconds: 3 * 3600) }
        #expect(again.map(\.id) == [first.id] && again[0].value("STATUS") == "CONFIRMED")
        #expect(again[0].sequence > gone[0].sequence)
        // If the sub-event is removed before the mail about the missing start is sent, this mail still cancels the
        // entry.
        _ = try changed { $0.start = nil }
        let notice = try queued(.eventMoved, to: grace, fixture)
        try fixture.festival.services.subEvents.removeSubEvent(fixture.wedding.reception, of: event)
        let removed = try entries(notice, fixture)
        #expect(removed.map(\.id) == [first.id] && removed[0].value("STATUS") == "CANCELLED")
    }

    @Test("A withdrawn invitation cancels its entry, unless another guest with the same address also has this entry")
    func withdrawn() throws {
        let fixture = try MessageFixture()
        let (wedding, clock, grace) = (fixture.wedding, fixture.festival.clock, "grace@example.org")
        /// The entries in the latest message of a kind to Grace.
        func latest(_ kind: Notice.Kind) throws -> [Entry] {
            try entries(try queued(kind, to: grace, fixture), fixture)
        }
        let first = try latest(.invitation)
        clock.advance(bySeconds: 1)
        try wedding.invite(.named(["1"]), withdraw: [wedding.reception])
        let fewer = try latest(.invitation)
        #expect(fewer.map(\.id) == first.map(\.id))
        #expect(fewer.map { $0.value("STATUS") } == ["CONFIRMED", "CANCELLED"])
        #expect(fewer[1].isLater(than: first[1]))
        clock.advance(bySeconds: 1)
        try wedding.invite(.named(["1"]), withdraw: [wedding.ceremony])
        let none = try latest(.invitationWithdrawn)
        #expect(none.map(\.id) == [first[0].id] && none[0].value("STATUS") == "CANCELLED")
        #expect(none[0].isLater(than: fewer[0]))
        clock.advance(bySeconds: 1)
        try wedding.invite(.named(["1"]), to: [wedding.ceremony])
        let again = try latest(.invitation)
        #expect(again.map(\.id) == [first[0].id] && again[0].value("STATUS") == "CONFIRMED")
        #expect(again[0].isLater(than: none[0]))
        try wedding.importGuests("name,email\nBen Kato,ben@example.org\n")
        try wedding.invite(.named(["Ben Kato"]), to: [wedding.ceremony])
        try fixture.festival.tamper("UPDATE guest SET email = 'grace@example.org' WHERE email = 'ben@example.org'")
        clock.advance(bySeconds: 1)
        try wedding.invite(.named(["1"]), withdraw: [wedding.ceremony])
        #expect(try latest(.invitationWithdrawn).isEmpty)
    }

    @Test(
        "If a ticket is cancelled or transferred, the former holder’s entry is cancelled unless another ticket is left")
    func lostTicket() throws {
        let fixture = try MessageFixture()
        let (festival, joan) = (fixture.festival, "joan@example.org")
        let tickets = festival.services.tickets
        let first = try entries(try queued(.ticketIssued, to: joan, fixture), fixture)
        let second = try MessageFixture.issued(to: "Joan Auma", joan, festival)
        festival.clock.advance(bySeconds: 1)
        _ = try tickets.cancel(second.code, of: fixture.event, note: nil)
        #expect(try entries(try queued(.ticketCancelled, to: joan, fixture), fixture).isEmpty)
        _ = try tickets.transfer(
            fixture.ticket.code, of: fixture.event, to: "Ruth", email: "ruth@example.org", signingWith: festival.ring)
        let gone = try entries(try queued(.ticketTransferred, to: joan, fixture), fixture)
        #expect(gone.map(\.id) == first.map(\.id) && gone[0].value("STATUS") == "CANCELLED")
        #expect(gone[0].isLater(than: first[0]))
        let given = try entries(try queued(.ticketTransferred, to: "ruth@example.org", fixture), fixture)
        #expect(given.map { $0.value("STATUS") } == ["CONFIRMED"])
        _ = try tickets.cancel(fixture.ticket.code, of: fixture.event, note: nil)
        let cancelled = try entries(try queued(.ticketCancelled, to: "ruth@example.org", fixture), fixture)
        #expect(cancelled.map(\.id) == first.map(\.id) && cancelled[0].value("STATUS") == "CANCELLED")
    }

    @Test("A buyer’s entry is cancelled with the last ticket of the order; an order without tickets has no entry")
    func lostOrder() throws {
        let fixture = try MessageFixture()
        let (event, orders) = (fixture.event, fixture.festival.services.orders)
        let codes = try orders.tickets(of: fixture.paid, of: event).map(\.code)
        _ = try orders.refund(.tickets([codes[0]]), ofOrder: fixture.paid.number, of: event, note: nil)
        #expect(try entries(try queued(.refundOwed, to: "sarah@example.org", fixture), fixture).isEmpty)
        fixture.festival.clock.advance(bySeconds: 1)
        _ = try orders.refund(.all, ofOrder: fixture.paid.number, of: event, note: nil)
        let refunded = try entries(try queued(.refundOwed, to: "sarah@example.org", fixture), fixture)
        #expect(refunded.map { $0.value("STATUS") } == ["CANCELLED"])
        _ = try orders.cancelOrder(fixture.atDoor.number, of: event, note: nil)
        let cancelled = try entries(try queued(.orderCancelled, to: "amina@example.org", fixture), fixture)
        #expect(cancelled.map { $0.value("STATUS") } == ["CANCELLED"])
        _ = try orders.cancelOrder(fixture.pending.number, of: event, note: nil)
        #expect(try entries(try queued(.orderCancelled, to: "denis@example.org", fixture), fixture).isEmpty)
    }

    @Test("If an event is cancelled or deleted, the mail to a guest with a ticket cancels all entries of this guest")
    func endedWithTicket() throws {
        let fixture = try MessageFixture()
        let (events, grace) = (fixture.festival.services.events, "grace@example.org")
        let invitation = try entries(try queued(.invitation, to: grace, fixture), fixture)
        _ = try MessageFixture.issued(to: "Grace Nakato", grace, fixture.festival)
        let ticket = try entries(try queued(.ticketIssued, to: grace, fixture), fixture)
        let expected = ticket.map(\.id) + invitation.map(\.id)
        #expect(expected.count == 3)
        let deleted = try events.deleteEvent(fixture.event).event
        let first = try entries(try queued(.eventCancelled, to: grace, fixture), fixture)
        #expect(first.map(\.id) == expected && first.allSatisfy { $0.value("STATUS") == "CANCELLED" })
        _ = try events.cancelEvent(try events.restoreEvent(deleted).event)
        let second = try entries(try queued(.eventCancelled, to: grace, fixture), fixture)
        #expect(second.map(\.id) == expected && second.allSatisfy { $0.value("STATUS") == "CANCELLED" })
    }

    @Test("A mail has no calendar entry if its event has no start, or if the mail changes nothing in calendars")
    func none() throws {
        let fixture = try MessageFixture()
        #expect(try entries(fixture.sample(.reminder), fixture).isEmpty)
        #expect(try entries(fixture.sample(.organizerMessage), fixture).isEmpty)
        try fixture.festival.tamper("UPDATE event SET start = NULL, ends = NULL")
        #expect(try entries(fixture.sample(.ticketIssued), fixture).isEmpty)
        #expect(try entries(fixture.sample(.eventMoved), fixture).isEmpty)
    }
}

@Suite("Texts of invitations", .serialized)
struct InvitationTextTests {
    private func words(_ message: ComposedMessage?) throws -> String {
        try #require(message?.mail).plainText.split { $0.isWhitespace }.joined(separator: " ")
    }

    @Test("An invitation states each sub-event’s time, its venue if different from the event’s venue, and the deadline")
    func facts() throws {
        let fixture = try MessageFixture()
        let services = fixture.festival.services
        _ = try services.events.edit(fixture.event) { $0.answerBy = Festival.start.advanced(bySeconds: 1800) }
        let text = try words(try fixture.compose(fixture.sample(.invitation)))
        #expect(
            text.contains(
                "Ceremony, Wed 23 Dec 2026, 08:26 (EAT); Reception, Wed 23 Dec 2026, 08:26 (EAT), The Barn."))
        #expect(text.contains("Please say by Wed 23 Dec 2026, 07:56 (EAT) whether you are coming."))
        _ = try services.subEvents.editSubEvent(fixture.wedding.reception, of: fixture.event) {
            $0.answerBy = Festival.start.advanced(bySeconds: 2400)
        }
        let several = try words(try fixture.compose(fixture.sample(.invitation)))
        #expect(several.contains("The Barn, answer by Wed 23 Dec 2026, 08:06 (EAT)."))
        // After the first deadline has passed, the text states the next deadline.
        fixture.festival.clock.advance(bySeconds: 1900)
        let later = try words(try fixture.compose(fixture.sample(.invitation)))
        #expect(later.contains("Please say by Wed 23 Dec 2026, 08:06 (EAT) whether you are coming."))
    }

    @Test("The SMS with an invitation has the times and the deadline in one part, with shorter names if necessary")
    func sms() throws {
        let fixture = try MessageFixture()
        let peter = try #require(try fixture.queued(.invitation).first { $0.recipient == "+256700123456" })
        let short = try #require(try fixture.compose(peter))
        #expect(short.shortText.contains("Ceremony Wed 23 Dec 08:26, Reception 08:26 The Barn (EAT)."))
        #expect(SMSText(short.smsText).parts == 1 && short.smsText.contains("08:26"), "\(short.smsText)")
        _ = try fixture.festival.services.events.edit(fixture.event) {
            $0.answerBy = Festival.start.advanced(bySeconds: 1800)
            $0.title = "The wedding of Grace Nakato and Peter Okello"
        }
        for language in Language.offered {
            let text = try #require(try fixture.compose(peter, in: language)).smsText
            #expect(SMSText(text).parts == 1 && text.contains("07:56"), "\(language): \(text)")
            #expect(text.matches(of: /08:26/).count == 2 && text.contains("\(MessageFixture.origin)/i/"), "\(text)")
        }
    }
}
