import EventFixture
import Testing
import Ticketing

@testable import Messaging

@Suite("Reminders with an organizer’s own words", .serialized)
struct OwnReminderTests {
    @Test("The organizer’s words replace the standard text of a reminder to guests who have not answered")
    func words() throws {
        let fixture = try MessageFixture()
        func reminder(to recipient: String, _ payload: [String: String]) throws -> ComposedMessage {
            try #require(
                try fixture.compose(fixture.notice(.answerReminder, to: recipient, payload, of: fixture.event.number)))
        }
        let standard = "Please say whether you are coming to New Year"
        let words = ["body": "Please answer by Friday.\n\nThe caterer needs the number of guests."]
        #expect(try reminder(to: "+256700123456", [:]).smsText.hasPrefix(standard))
        let sms = try reminder(to: "+256700123456", words).smsText
        #expect(sms.contains("Please answer by Friday.") && !sms.contains("whether you are coming"), "\(sms)")
        #expect(sms.contains("\(MessageFixture.origin)/i/"), "\(sms)")
        let mail = try #require(try reminder(to: "grace@example.org", words).mail).plainText
        #expect(mail.contains("Please answer by Friday.\n\nThe caterer needs the number of guests."), "\(mail)")
        #expect(!mail.contains("whether you are coming") && mail.contains("\(MessageFixture.origin)/i/"), "\(mail)")
    }
}
