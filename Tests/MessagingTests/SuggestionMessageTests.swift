import AttendeePack
import EventFixture
import Management
import Messaging
import Testing
import Ticketing

@Suite("Texts of messages that suggest events")
struct SuggestionMessageTests {
    @Test(
        """
        The message comes from the server, and shows each event with its time, place, price, reason and link; events \
        that cannot be booked any more are left out
        """)
    func contents() throws {
        let fixture = try MessageFixture()
        let services = fixture.festival.services
        let jazz = try MessageFixture.popularEvent("Jazz & Soul", in: fixture.festival) {
            ($0.category, $0.venue, $0.contact) = (.music, "Hall", "jazz@example.org")
        }
        let payload = Notice.payload(
            of: [
                EventSuggestion(event: jazz.number, reason: .city),
                EventSuggestion(event: fixture.popular.number, reason: .city),
            ], city: "Kampala", timeZone: "Africa/Kampala")
        let notice = fixture.notice(.popularNearYou, to: "nora@example.org", payload)
        let message = try #require(try fixture.compose(notice))
        let mail = try #require(message.mail)
        #expect(mail.subject == "2 popular events near Kampala")
        #expect(mail.senderName == "EventPass" && mail.replyTo == nil)
        for text in [
            "These 2 events in or near Kampala are popular:", "The server determines your city from your tickets",
            "Jazz & Soul", "Sat 2 Jan 2027, 07:26–09:26 (EAT)", "Hall, Kampala", "UGX\u{A0}50,000", "In Kampala",
            "Lido, Kampala", "\(MessageFixture.origin)/events/\(jazz.slug)",
            "\(MessageFixture.origin)/events/\(fixture.popular.slug)", "because you turned it on",
        ] {
            #expect(mail.plainText.contains(text), "\(text): \(mail.plainText)")
        }
        #expect(!mail.plainText.contains("Nile Nights"))
        let short = "2 popular events near Kampala, such as Jazz & Soul, Sat 2 Jan 07:26 (EAT)."
        #expect(message.push.body.hasPrefix(short), "\(message.push.body)")
        #expect(message.push.url == "\(MessageFixture.origin)/events/\(jazz.slug)")

        _ = try services.events.cancelEvent(jazz)
        let rest = try #require(try fixture.compose(notice)?.mail)
        #expect(rest.subject == "One popular event near Kampala" && !rest.plainText.contains("Jazz"))
        // Joan already has a ticket for the only event.
        let own = Notice.payload(
            of: [EventSuggestion(event: fixture.event.number, reason: .organizer)], city: "Kampala",
            timeZone: "Africa/Kampala")
        #expect(try fixture.compose(fixture.notice(.recommendations, to: "joan@example.org", own)) == nil)
        let recommended = try #require(
            try fixture.compose(fixture.notice(.recommendations, to: "nora@example.org", own))?.mail)
        #expect(recommended.subject == "One event for you: New Year by the Lake")
        for text in ["From an organizer whose events you’ve booked", "Organizers do not see these suggestions."] {
            #expect(recommended.plainText.contains(text), "\(text): \(recommended.plainText)")
        }
    }
}
