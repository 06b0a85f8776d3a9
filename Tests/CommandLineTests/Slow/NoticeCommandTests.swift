import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("The commands that list, write, send and retry messages", .lowPriority, .slow)
struct NoticeCommandTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @discardableResult private func run(_ command: String) throws -> Outcome {
        let outcome = try stage.sh("eventpass \(command)")
        try #require(outcome.status == 0, "\(command): \(outcome)")
        return outcome
    }

    /// Sets up the program so that it writes mails into the folder `mails`.
    private func setUpMail(_ options: String = "") throws {
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        try run("mail set --folder mails --from tickets@example.org \(options)")
    }

    /// Issues a ticket to an address. The message with the ticket is critical, so it is sent at any time of the day.
    private func issue(to name: String) throws {
        try run("ticket issue fair --type Regular --holder \(name) --email \(name.lowercased())@example.org")
    }

    private func notices(_ options: String = "") throws -> [NoticeLine] {
        try run("notice list --json \(options)").lines.map {
            try JSONDecoder().decode(NoticeLine.self, from: Data($0.utf8))
        }
    }

    @Test(
        """
        `notice list --state` lists the messages in a state, and `notice show` shows a message with the reason for its \
        state
        """)
    func states() throws {
        try issue(to: "Ann")
        let notice = try #require(try notices().first)
        #expect(notice.state == "queued" && notice.due != nil && notice.sent == nil && notice.tries == 0)
        #expect(try notices("--state sent").isEmpty)
        #expect(try run("notice list --state sent").text == "There are no messages in this state.\n")
        #expect(
            try run("notice list --state queued").text.contains(
                /ticket-issued  ann@example.org  Fair  queued  due .* \+03:00  not yet decided\n/))
        #expect(try run("notice show \(notice.key)").text.contains("\nreason   not yet decided\n"))
        #expect(try run("notice list --json").text.contains(#""reason":null,"reason_text":"not yet decided""#))
        try setUpMail()
        try run("notice send")
        let shown = try run("notice show \(notice.key)").text
        #expect(shown.contains("\nstate    sent\nreason   sent at once, because it is important\n"), "\(shown)")
        #expect(shown.contains("\nchannel  email\ntries    1\n"), "\(shown)")
        #expect(shown.contains("\nvalue    title: Fair\n"), "\(shown)")
        #expect(try notices("--state sent").map(\.key) == [notice.key])
        let unknown = try stage.sh("eventpass notice show nothing/1")
        #expect(unknown.status == 65 && unknown.errorText.contains("nothing/1"), "\(unknown)")
        let state = try stage.sh("eventpass notice list --state lost")
        #expect(state.status == 64 && state.errorText.contains("queued"), "\(state)")
    }

    @Test(
        """
        `notice send --dry-run` prints its decision about each message and sends nothing; --limit limits the number \
        of messages
        """)
    func dryRun() throws {
        try issue(to: "Ann")
        try issue(to: "Bob")
        try setUpMail()
        let plan = try run("notice send --dry-run")
        let first = "send email  ticket-issued  ann@example.org  Fair  sent at once, because it is important"
        #expect(plan.lines.first == first, "\(plan)")
        #expect(plan.lines.count == 2)
        let json = try run("notice send --dry-run --json --limit 1")
        #expect(json.lines.count == 1 && json.text.contains(#""action":"send","channel":"email","until":null"#))
        #expect(try stage.mails().isEmpty)
        #expect(try run("notice send --limit 1").text == "sent 1 message\n")
        #expect(try stage.mails().count == 1)
        #expect(try run("notice send").text == "sent 1 message\n")
        #expect(try run("notice send --dry-run").text == "No message is due.\n")
        // The line of a replaced message contains the key (the identifier) of its replacement. Quiet hours would delay
        // these messages, so the test switches quiet hours off.
        try run("notice policy set quiet-from=00:00 quiet-until=00:00")
        try run("event edit fair --venue Barn")
        try run("event edit fair --venue Hall")
        let lines = try run("notice send --dry-run").lines
        let merges = lines.compactMap { $0.firstMatch(of: /^merge into ([^ ]+)  event-moved  ann@example\.org/)?.1 }
        let key = try #require(merges.first, "\(lines)")
        #expect(lines.contains { !$0.hasPrefix("merge") && $0.hasSuffix("  \(key)") }, "\(lines)")
        let none = try stage.sh("eventpass notice send --limit 0")
        #expect(none.status == 64 && none.errorText.contains("--limit must be 1 or more"), "\(none)")
        let stranger = try stage.sh("eventpass user add Joan && eventpass notice send --as Joan")
        #expect(stranger.status == 1, "\(stranger)")
    }

    @Test("If the mail server cannot be reached, the exit status is 2, and the message waits for the next attempt")
    func unavailable() throws {
        try issue(to: "Ann")
        try run("mail set --server 127.0.0.1:1 --security none --from tickets@example.org")
        let sent = try stage.sh("eventpass notice send")
        #expect(sent.status == 2 && sent.text == "sent 0 messages; 1 to be tried again\n", "\(sent)")
        #expect(sent.errorText.contains("127.0.0.1:1 refused the connection"), "\(sent)")
        let notice = try #require(try notices().first)
        #expect(notice.state == "deferred" && notice.reason == "outage" && notice.due != nil)
        #expect(notice.answer?.contains("refused the connection") == true)
    }

    @Test(
        """
        `notice bounce` reads a returned mail, and stops messages to its recipient until `notice retry` is run; it \
        refuses mails that report on no message of the store
        """)
    func bounce() throws {
        try issue(to: "Ann")
        let unset = try stage.sh("eventpass notice bounce < /dev/null")
        #expect(unset.status == 2 && unset.errorText.contains("--bounces of: eventpass mail set"), "\(unset)")
        try setUpMail()
        try run("notice send")
        // The option `--bounces` needs a mail server, but the test sends nothing through this server.
        try run(
            "mail set --server 127.0.0.1:1 --security none --from tickets@example.org --bounces bounces@example.org")
        let token = try #require(try stage.mails().first?.firstMatch(of: /Message-ID: <([0-9a-f]+)@/)).1
        for mail in ["Subject: Hello\n\nNo report.\n", Self.returned(to: "bounces+0000@example.org"), ""] {
            try stage.folder.write(mail, to: "other.eml")
            let other = try stage.sh("eventpass notice bounce other.eml")
            #expect(other.status == 65 && other.errorText.contains("not a report about a message"), "\(other)")
        }
        #expect(try notices().map(\.state) == ["sent"])
        try stage.folder.write(Self.returned(to: "bounces+\(token)@example.org"), to: "returned.eml")
        let returned = try stage.sh("eventpass notice bounce < returned.eml")
        #expect(returned.status == 0, "\(returned)")
        #expect(
            returned.text.hasPrefix("the “ticket-issued” message to ann@example.org came back: 550 5.1.1 No such user"))
        let notice = try #require(try notices("--state bounced").first)
        #expect(notice.answer == "550 5.1.1 No such user")
        try run("mail set --folder mails --from tickets@example.org")
        try issue(to: "Ann")
        #expect(try run("notice send").text == "sent 0 messages; 1 waiting or not sent\n")
        #expect(try notices("--state suppressed").map(\.recipient) == ["ann@example.org"])
        let again = try run("notice retry \(notice.key)")
        #expect(again.text == "queued  \(notice.key)\n")
        #expect(try run("notice send").text == "sent 1 message\n")
        let settled = try stage.sh("eventpass notice retry \(notice.key)")
        #expect(settled.status == 65, "\(settled)")
    }

    @Test(
        """
        Messages that another program reports as sent are not sent again; `notice retry --failed` queues failed \
        messages again
        """)
    func acknowledge() throws {
        try issue(to: "Ann")
        try issue(to: "Bob")
        let keys = try notices().map(\.key)
        try #require(keys.count == 2)
        #expect(try run("notice acknowledge \(keys[0]) --result sent").text == "sent  \(keys[0])\n")
        #expect(try run("notice acknowledge \(keys[0]) --result delivered").text == "delivered  \(keys[0])\n")
        let failed = try run("notice acknowledge \(keys[1]) --result failed --answer 'no such number' --json")
        #expect(failed.text.contains(#""state":"failed","reason":"handedOver""#), "\(failed)")
        #expect(failed.text.contains(#""answer":"no such number""#), "\(failed)")
        try setUpMail()
        #expect(try run("notice send").text == "sent 0 messages\n")
        #expect(try run("notice retry --failed").text == "queued  \(keys[1])\n")
        #expect(try run("notice retry --failed").text == "no message has failed or come back\n")
        #expect(try run("notice send").text == "sent 1 message\n")
        let both = try stage.sh("eventpass notice retry \(keys[0]) --failed")
        #expect(both.status == 64 && both.errorText.contains("give the keys of messages, or --failed"), "\(both)")
    }

    @Test("`notice write` queues one message for each address; a dry run only counts the recipients")
    func write() throws {
        try issue(to: "Ann")
        try issue(to: "Ann")
        try issue(to: "Bob")
        try run("type add fair --name VIP")
        try run("ticket issue fair --type VIP --holder Cleo --email cleo@example.org")
        try run("ticket issue fair --type Regular --holder Dan")
        try stage.folder.write("Use the car park\r\nat the lake.\n\n", to: "parking.txt")
        let write = "notice write fair --subject Parking --body-file parking.txt --to"
        let before = try notices().count
        #expect(try run("\(write) all --dry-run").text == "3 recipients: 3 by e-mail; 1 not reached\n")
        #expect(try run("\(write) type:vip --dry-run").text == "1 recipient: 1 by e-mail\n")
        #expect(try run("\(write) all --dry-run --json").text.contains(#""parts":null,"cost":null,"queued":null}"#))
        #expect(try notices().count == before)
        let queued = try run("\(write) type:VIP")
        #expect(queued.text == "queued 1 message\n", "\(queued)")
        #expect(queued.errorText.contains("5 messages about this event are waiting; no sender is set up"), "\(queued)")
        let notice = try #require(try notices().last)
        #expect(notice.kind == "organizer-message" && notice.recipient == "cleo@example.org")
        #expect(notice.payload["body"] == "Use the car park\nat the lake." && notice.payload["subject"] == "Parking")
        for (arguments, text) in [
            ("nobody", "to: “nobody” is not allowed"), ("type:Gold", "Gold"),
        ] {
            let refused = try stage.sh("eventpass \(write) \(arguments)")
            #expect(refused.status == 65 && refused.errorText.contains(text), "\(refused)")
        }
        try stage.folder.write("\n \n", to: "empty.txt")
        let empty = try stage.sh("eventpass notice write fair --subject Parking --body-file empty.txt --to all")
        #expect(empty.status == 65 && empty.errorText.contains("body"), "\(empty)")
        let silent = try stage.sh("eventpass \(write) silent")
        #expect(silent.status == 1 && silent.errorText.contains("there are no recipients"), "\(silent)")
    }

    @Test("A message to more than 100 recipients needs a confirmation on the terminal, or --yes")
    func confirmation() throws {
        let rows = (1...101).map { "Guest \($0),g\($0)@example.org\n" }.joined()
        let issued = try stage.issue(csv: Array("holder,email\n\(rows)".utf8))
        try #require(issued.status == 0, "\(issued)")
        try stage.folder.write("Doors open at 17:00.", to: "body.txt")
        let command = "eventpass notice write fair --to all --subject Doors --body-file body.txt"
        let before = try notices().count
        let refused = try stage.sh(command)
        #expect(refused.status == 64 && refused.errorText.contains("101 recipients: 101 by e-mail"), "\(refused)")
        #expect(refused.errorText.contains("needs confirmation") && refused.errorText.contains("add --yes"))
        let declined = try PseudoTerminal(command, in: stage.folder)
        try declined.expect("Queue the message to 101 recipients? [y/N] ")
        try declined.type("n\n")
        #expect(try declined.end() == 1, "\(declined.text)")
        #expect(try notices().count == before)
        let accepted = try PseudoTerminal(command, in: stage.folder)
        try accepted.expect("[y/N] ")
        try accepted.type("y\n")
        #expect(try accepted.end() == 0 && accepted.text.contains("queued 101 messages"), "\(accepted.text)")
        #expect(try run("\(command.dropFirst("eventpass ".count)) --yes").text == "queued 101 messages\n")
        #expect(try notices().count == before + 202)
    }

    /// A returned mail, as a mail server sends it (RFC 3464).
    static func returned(to address: String) -> String {
        """
        From: MAILER-DAEMON@mx.example.org
        To: \(address)
        Subject: Undelivered Mail Returned to Sender
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary="b"

        --b
        Content-Type: text/plain

        Your message could not be delivered.

        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.org

        Final-Recipient: rfc822; ann@example.org
        Action: failed
        Status: 5.1.1
        Diagnostic-Code: smtp; 550 5.1.1 No such user

        --b--

        """
    }
}

/// A line of `notice list --json`.
private struct NoticeLine: Decodable {
    let key: String
    let kind: String
    let recipient: String
    let payload: [String: String]
    let sent: String?
    let state: String
    let reason: String?
    let answer: String?
    let tries: Int
    let due: String?
}
