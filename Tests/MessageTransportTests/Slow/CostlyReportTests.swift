import EventFixture
import MessageTransport
import Testing
import Ticketing

@Suite("Returned mails that are crafted to waste time or memory", .slow, .lowPriority)
struct CostlyReportTests {
    @Test(
        "Long mails that are crafted to waste time or memory are read quickly", .timeLimit(.minutes(3)),
        arguments: [
            "Content-Type: multipart/report; boundary=a\n\n--a\n", "Content-Type: message/rfc822\n\n", "a:\n",
            "--a\n\n",
            "(", "\n ", "To: bounces+9f03@events.example\n", "Content-Type: multipart/report; boundary=\"",
        ])
    func costly(unit: String) throws {
        let address = ReturnAddress(try #require(EmailAddress(rawValue: "bounces@events.example")))
        let text = String(repeating: unit, count: 200_000 / unit.utf8.count)
        let start =
            "To: \(unit)\nContent-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n"
        for mail in [text, start + text, start + "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: x\n" + text] {
            let report = DeliveryReport(mail: Array(mail.utf8), returnAddress: address)
            #expect((report?.diagnostic?.count ?? 0) <= 400)
        }
    }
}
