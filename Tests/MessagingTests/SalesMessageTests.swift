import EventFixture
import Languages
import MailFixture
import Management
import MessageTransport
import Testing
import Ticketing

@testable import Messaging

@Suite("Messages to organizers about sales", .serialized)
struct SalesMessageTests {
    private func mail(
        _ kind: Notice.Kind, _ payload: [String: String], _ fixture: MessageFixture
    ) throws -> (subject: String, text: String, sms: String) {
        let notice = fixture.notice(kind, to: "mona@example.org", payload, of: fixture.event.number)
        let message = try #require(try fixture.compose(notice))
        let mail = try #require(message.mail)
        return (mail.subject, mail.plainText, message.smsText)
    }

    @Test("A message about sales names the tickets, the orders and the total, and links to the event in the desk")
    func newSale() throws {
        let fixture = try MessageFixture()
        let many = try mail(.newSale, ["count": "3", "tickets": "7", "total": "350000 UGX"], fixture)
        #expect(many.subject == "New sale: New Year by the Lake")
        #expect(many.text.contains("7 tickets for New Year by the Lake were sold."))
        #expect(many.text.contains("Orders: 3.") && many.text.contains("Total: "))
        #expect(many.text.contains("\(MessageFixture.origin)/desk/e/\(fixture.event.slug)"))
        #expect(many.text.contains("because you manage the events of Nile Nights."))
        #expect(many.sms.hasPrefix("New Year by the Lake: 7 tickets sold."))
        let free = try mail(.newSale, ["order": "1", "count": "1", "tickets": "1"], fixture)
        #expect(free.text.contains("One ticket for New Year by the Lake was sold.") && !free.text.contains("Total"))
        // Sales in several currencies have no total.
        let mixed = try mail(.newSale, ["count": "2", "tickets": "2", "total": ""], fixture)
        #expect(!mixed.text.contains("Total"))
    }

    @Test(
        """
        Other messages about sales name the number of tickets; a summary names the day of the sales in the event’s \
        time zone
        """)
    func others() throws {
        let fixture = try MessageFixture()
        let low = try mail(.lowInventory, ["type": "VIP", "tickets": "9"], fixture)
        #expect(low.text.contains("9 tickets of the type VIP are left for New Year by the Lake."))
        let milestone = try mail(.salesMilestone, ["tickets": "100"], fixture)
        #expect(milestone.subject == "100 tickets sold or issued: New Year by the Lake")
        let day = try mail(.dailySummary, ["day": "2026-12-22", "count": "2", "tickets": "3"], fixture)
        #expect(day.subject == "Sales on Tue 22 Dec 2026: New Year by the Lake")
        #expect(day.text.contains("Tue 22 Dec 2026: 3 tickets for New Year by the Lake were sold."))
    }

    @Test(
        """
        A message about the review of an identity document has the result, the reason if the document was returned, \
        and a link to the verification page
        """)
    func review() throws {
        let fixture = try MessageFixture()
        func message(_ payload: [String: String]) throws -> (subject: String, text: String, sms: String) {
            let notice = fixture.notice(.identityReviewed, to: "mona@example.org", payload)
            let message = try #require(try fixture.compose(notice))
            let mail = try #require(message.mail)
            return (mail.subject, mail.plainText, message.smsText)
        }
        let returned = try message(["result": "returned", "body": "The number is not readable."])
        #expect(returned.subject == "Identity document returned: Nile Nights")
        #expect(returned.text.contains("The reason:") && returned.text.contains("The number is not readable."))
        #expect(returned.text.contains("\(MessageFixture.origin)/desk/organizers/nile-nights/verify"))
        #expect(returned.sms.contains("was returned: The number is not readable."))
        let accepted = try message(["result": "accepted"])
        #expect(accepted.subject == "Identity document accepted: Nile Nights")
        #expect(!accepted.text.contains("The reason:") && accepted.text.contains("/verify"))
    }

    @Test("Organizers cannot change the texts of messages that they get themselves")
    func fixed() {
        #expect(Notice.Kind.identityReviewed.templateArguments == nil)
        for kind in Notice.Kind.allCases where kind.category == .organizer {
            #expect(kind.templateArguments == nil, "\(kind)")
        }
        #expect(Notice.Kind.allCases.contains { $0.category == .organizer })
    }
}
