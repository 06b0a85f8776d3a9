import EventFixture
import Foundation
import MessageTransport
import Testing
import Ticketing

@Suite("Reports about mails that were not delivered")
struct DeliveryReportTests {
    private let address: ReturnAddress

    init() throws { address = ReturnAddress(try #require(EmailAddress(rawValue: "bounces@events.example"))) }

    private func report(_ mail: String) -> DeliveryReport? {
        DeliveryReport(mail: Array(mail.utf8), returnAddress: address)
    }

    /// A report as Postfix 3.7 writes it.
    private static let postfix = """
        Return-Path: <>
        X-Original-To: bounces+9f03@events.example
        Delivered-To: bounces+9f03@events.example
        From: MAILER-DAEMON@mail.events.example (Mail Delivery System)
        Subject: Undelivered Mail Returned to Sender
        To: bounces+9f03@events.example
        Auto-Submitted: auto-replied
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status;
        \tboundary="4EED1F88047.1795932816/mail.events.example"

        This is a MIME-encapsulated message.

        --4EED1F88047.1795932816/mail.events.example
        Content-Description: Notification
        Content-Type: text/plain; charset=utf-8

        I'm sorry to have to inform you that your message could not be delivered.

        --4EED1F88047.1795932816/mail.events.example
        Content-Description: Delivery report
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mail.events.example
        X-Postfix-Queue-ID: 4EED1F88047
        Arrival-Date: Sun, 29 Nov 2026 06:13:36 +0000 (UTC)

        Final-Recipient: rfc822; nobody@else.example
        Original-Recipient: rfc822;nobody@else.example
        Action: failed
        Status: 5.1.1
        Remote-MTA: dns; mx.else.example
        Diagnostic-Code: smtp; 550 5.1.1 No such
            mailbox

        --4EED1F88047.1795932816/mail.events.example
        Content-Description: Undelivered Message
        Content-Type: message/rfc822

        Return-Path: <bounces+9f03@events.example>
        Subject: Your ticket

        Hello.

        --4EED1F88047.1795932816/mail.events.example--

        """

    @Test("A report of Postfix has the mail’s token and recipient, the status, and the answer of the last server")
    func failed() throws {
        let report = try #require(self.report(Self.postfix))
        #expect(report.outcome == .failed && report.status == "5.1.1" && report.endsAddress)
        #expect(report.token == "9f03" && report.finalRecipient == "nobody@else.example")
        #expect(report.diagnostic == "550 5.1.1 No such mailbox")
        let lines = Self.postfix.replacing("\n", with: "\r\n")
        #expect(self.report(lines) == report)
        // This program stores its own sentences as JSON. A server’s answer that looks like such JSON stays plain text.
        let forged = #"{"arguments":{},"forms":["Call us"],"name":"gate.admit"}"#
        let words = Self.postfix.replacing("smtp; 550 5.1.1 No such\n    mailbox", with: "smtp; \(forged)")
        #expect(self.report(words)?.diagnostic == " \(forged)")
    }

    @Test("A report of a temporary failure, a delay or a delivery does not stop messages to the address")
    func others() throws {
        let temporary = try #require(report(Self.postfix.replacing("Status: 5.1.1", with: "Status: 4.4.1")))
        #expect(temporary.outcome == .failed && temporary.status == "4.4.1" && !temporary.endsAddress)
        let delayed = Self.postfix.replacing("Action: failed", with: "Action: DELAYED")
        let late = try #require(report(delayed.replacing("5.1.1", with: "4.4.1")))
        #expect(late.outcome == .delayed && !late.endsAddress)
        for action in ["delivered", "relayed", "expanded"] {
            let done = try #require(report(Self.postfix.replacing("Action: failed", with: "Action: \(action)")))
            #expect(done.outcome == .delivered && !done.endsAddress)
        }
        #expect(report(Self.postfix.replacing("Action: failed", with: "Action: eaten")) == nil)
    }

    @Test(
        "Only the status of a nonexistent address or a disabled mailbox stops messages to the address",
        arguments: [
            ("5.1.1", true), ("5.1.10 (null MX)", true), ("5.2.1", true), ("5.1.8", false), ("5.1.90", false),
            ("5.2.2", false), ("5.4.5", false), ("5.7.1", false), ("5.7.26", false),
        ])
    func ends(status: String, ends: Bool) throws {
        let report = try #require(self.report(Self.postfix.replacing("Status: 5.1.1", with: "Status: \(status)")))
        #expect(report.outcome == .failed && report.endsAddress == ends)
        if !ends { #expect(report.status == status) }
    }

    @Test("If the status is missing or unspecific, the status in the mail server’s answer counts")
    func statusOfAnswer() throws {
        for status in ["", "Status: 5.0.0\n"] {
            let mail = Self.postfix.replacing("Status: 5.1.1\n", with: status)
            #expect(try #require(report(mail)).status == "5.1.1")
            #expect(try #require(report(mail)).endsAddress)
            let policy = try #require(report(mail.replacing("smtp; 550 5.1.1", with: "smtp; 550-5.7.26")))
            #expect(policy.status == "5.7.26" && !policy.endsAddress)
            for other in ["smtp; 450 5.1.1", "x-unix; 550 5.1.1", "smtp; 550", "smtp; 5.1.1"] {
                #expect(try !#require(report(mail.replacing("smtp; 550 5.1.1", with: other))).endsAddress, "\(other)")
            }
        }
    }

    @Test("If the address to which a report is sent contains no token, the token comes from the original mail")
    func original() throws {
        let mail = Self.postfix.replacing("To: bounces+9f03@events.example", with: "To: postmaster@events.example")
        #expect(report(mail)?.token == "9f03")
        let header = mail.replacing("Content-Type: message/rfc822", with: "Content-Type: text/rfc822-headers")
        #expect(report(header)?.token == "9f03")
        let none = mail.replacing("bounces+9f03@", with: "bounces@")
        let unknown = try #require(report(none))
        #expect(unknown.token == nil)
    }

    @Test("A status part in base64, and a report for addresses outside ASCII, are read")
    func encodings() throws {
        let fields =
            "Reporting-MTA: dns; x\n\nFinal-Recipient: utf-8; jörg@else.example\nAction: failed\nStatus: 5.1.1\n"
        let mail = """
            To: bounces+9f03@events.example
            Content-Type: multipart/report; boundary=b

            --b
            Content-Type: message/global-delivery-status
            Content-Transfer-Encoding: base64

            \(Data(fields.utf8).base64EncodedString(options: .lineLength76Characters))
            --b--
            """
        let report = try #require(self.report(mail))
        #expect(report.finalRecipient == "jörg@else.example" && report.endsAddress && report.diagnostic == nil)
    }

    @Test("A complaint (RFC 5965) has the token of the return path, and does not say that the address is invalid")
    func complaint() throws {
        func mail(_ type: String) -> String {
            """
            To: complaints@events.example
            Content-Type: multipart/report; report-type=feedback-report; boundary=b

            --b
            Content-Type: text/plain

            This is an email abuse report.
            --b
            Content-Type: message/feedback-report

            Feedback-Type: \(type)
            User-Agent: SomeGenerator/1.0
            Version: 1
            Original-Mail-From: <bounces+9f03@events.example>
            Original-Rcpt-To: <grace@else.example>

            --b
            Content-Type: message/rfc822

            From: tickets@events.example

            Hello
            --b--
            """
        }
        let report = try #require(self.report(mail("abuse")))
        #expect(report.outcome == .complaint && report.token == "9f03" && !report.endsAddress)
        #expect(report.finalRecipient == "<grace@else.example>" && report.status == nil)
        // The recipient has said that the mail is not spam.
        #expect(self.report(mail("not-spam")) == nil)
    }

    @Test("No report is read from an ordinary mail, or from a mail that only resembles a delivery report")
    func noReport() {
        let parts = "--b\nContent-Type: text/plain\n\nI am away.\n--b--\n"
        for mail in [
            "", "\n", "x", "\0\0\0", "To: bounces+9f03@events.example\n\nI am away until Monday.\n",
            "Content-Type: multipart/report; boundary=b\n\n\(parts)", "Content-Type: multipart/report\n\n\(parts)",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nAction: failed\n--b--",
            "Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n",
            "Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n--b--",
        ] {
            #expect(report(mail) == nil, "\(mail)")
        }
    }

    @Test("However a report is damaged, its values stay short and without control characters")
    func damaged() {
        var generator = SeededGenerator(for: "damaged reports")
        let original = Array(Self.postfix.utf8)
        var reports = 0
        for _ in 0..<TestEffort.count(quick: 500, all: 5000, soak: 100_000) {
            var mail = original
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<mail.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: mail[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: mail.remove(at: place)
                case 2: mail.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default:
                    let end = min(mail.count, place + Int.random(in: 1...400, using: &generator))
                    mail.insert(contentsOf: mail[place..<end], at: place)
                }
            }
            guard let report = DeliveryReport(mail: mail, returnAddress: address) else { continue }
            reports += 1
            for text in [report.token, report.finalRecipient, report.diagnostic].compactMap(\.self) {
                #expect(text.count <= 400 && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
            }
            #expect(report.token?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ?? true)
        }
        #expect(reports > 0)
    }
}
