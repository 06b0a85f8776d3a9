import EventFixture
import Management
import Messaging
import Testing
import Ticketing

@Suite("The names of a couple in messages", .serialized)
struct CoupleMessageTests {
    @Test("The mail of an invitation names the couple after the title, unless the title contains the names")
    func names() throws {
        let fixture = try MessageFixture()
        func mail(_ kind: Notice.Kind) throws -> (subject: String, text: String) {
            let mail = try #require(try fixture.compose(fixture.sample(kind))?.mail)
            return (mail.subject, mail.plainText)
        }
        func edit(_ alter: (inout EventDetails) -> Void) throws {
            _ = try fixture.festival.services.events.edit(fixture.event, alter)
        }
        try edit { details in
            (details.firstPartner, details.secondPartner) = ("Amina", "Brian")
        }
        #expect(try mail(.invitation).subject == "Invitation: New Year by the Lake")
        try edit { $0.kind = .celebration }
        let invitation = try mail(.invitation)
        #expect(invitation.subject == "Invitation: New Year by the Lake (Amina & Brian)")
        #expect(invitation.text.contains("invites you to New Year by the Lake (Amina & Brian), "))
        #expect(try !mail(.ticketIssued).subject.contains("Amina"))
        try edit { $0.title = "Amina & Brian" }
        #expect(try mail(.invitation).subject == "Invitation: Amina & Brian")
    }
}
