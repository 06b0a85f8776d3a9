import EventFixture
import Foundation
import MessageTransport
import Testing
import Ticketing

@Suite("Returned mails that are crafted to waste time or memory", .slow, .lowPriority)
struct CostlyReportTests {
    @Test(
        "Long mails that are crafted to waste time or memory need at most some seconds of processor time",
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
        let before = processorSeconds
        for mail in [text, start + text, start + "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: x\n" + text] {
            let report = DeliveryReport(mail: Array(mail.utf8), returnAddress: address)
            #expect((report?.diagnostic?.count ?? 0) <= 400)
        }
        // Reading takes some milliseconds. A reader whose time grows with the square of the length would need minutes.
        #expect(processorSeconds - before < 30)
    }

    /// The processor time of this thread, which does not grow while the thread waits for a processor.
    private var processorSeconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
