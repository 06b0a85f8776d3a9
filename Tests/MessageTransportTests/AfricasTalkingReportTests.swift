import MessageTransport
import Testing

@Suite("Delivery reports of Africa’s Talking")
struct AfricasTalkingReportTests {
    private let account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")

    @Test(
        "The status decides whether a message arrived; a number counts as nonexistent only if the provider says so",
        arguments: [
            ("Success", nil, .delivered), ("Failed", nil, .failed), ("Rejected", "", .failed),
            ("Failed", "UserDoesNotExist", .unknownNumber), ("Rejected", "InvalidPhoneNumber", .unknownNumber),
            ("Failed", "UserInBlackList", .failed), ("Failed", "UserAccountSuspended", .failed),
            ("Failed", "NotNetworkSubcriber", .failed), ("Sent", nil, .pending), ("Submitted", nil, .pending),
            ("Buffered", nil, .pending), ("success", nil, .pending), ("Success", "UserDoesNotExist", .delivered),
        ] as [(String, String?, AfricasTalkingReport.Outcome)])
    func outcomes(status: String, reason: String?, outcome: AfricasTalkingReport.Outcome) throws {
        let report = try #require(AfricasTalkingReport(id: "ATXid_1", status: status, failureReason: reason))
        #expect(report.id == "ATXid_1" && report.outcome == outcome)
        #expect(report.answer == [status, reason].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " "))
    }

    @Test("A report needs an id and a status; the status and the reason of a report become one line of text")
    func incomplete() {
        let incomplete = [(nil, "Success"), ("", "Success"), ("ATXid_1", nil), ("ATXid_1", "")] as [(String?, String?)]
        for (id, status) in incomplete {
            #expect(AfricasTalkingReport(id: id, status: status, failureReason: nil) == nil)
        }
        let report = AfricasTalkingReport(id: "1", status: "Failed", failureReason: "a\nb\u{1B}[2J")
        #expect(report?.answer.contains("\n") == false && report?.answer.contains("\u{1B}") == false)
    }

    @Test(
        """
        The secret in the URL for delivery reports stays the same for the same account, and is new for another account
        """)
    func secrets() throws {
        let first = SMSSettings.africasTalking(account).withReportSecret(from: nil)
        var settings = MessageSettings()
        settings.sms = first
        let path = try #require(settings.reportAddress)
        #expect(path.wholeMatch(of: /\/hooks\/sms\/[0-9a-f]{32}/) != nil && settings.faults.isEmpty)
        settings.publicURL = "https://tickets.example.org"
        #expect(settings.reportAddress == "https://tickets.example.org\(path)")
        let secret = String(path.suffix(32))
        #expect(settings.isReportSecret(secret))
        #expect(!settings.isReportSecret("") && !settings.isReportSecret(String(secret.dropLast())))

        var other = account
        other.apiKey = "atsk_other"
        settings.sms = SMSSettings.africasTalking(other).withReportSecret(from: first)
        #expect(settings.isReportSecret(secret))
        for earlier in [SMSSettings.gammu(GammuModem(configuration: "/etc/gammurc")), nil] {
            settings.sms = SMSSettings.africasTalking(other).withReportSecret(from: earlier)
            #expect(settings.reportAddress != nil && !settings.isReportSecret(secret))
        }
        other.username = "lake"
        settings.sms = SMSSettings.africasTalking(other).withReportSecret(from: first)
        #expect(settings.reportAddress != nil && !settings.isReportSecret(secret))
        settings.sms = SMSSettings.gammu(GammuModem(configuration: "/etc/gammurc")).withReportSecret(from: first)
        #expect(settings.reportAddress == nil && !settings.isReportSecret(secret))
        settings.sms = .africasTalking(account)
        #expect(settings.reportAddress == nil && !settings.isReportSecret(""))
    }
}
