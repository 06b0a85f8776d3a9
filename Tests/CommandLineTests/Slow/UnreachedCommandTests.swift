import EventFixture
import Foundation
import Testing

@Suite("Commands name the people whom no message reaches", .lowPriority, .slow)
struct UnreachedCommandTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @discardableResult private func run(_ command: String) throws -> Outcome {
        let outcome = try stage.sh("eventpass \(command)")
        try #require(outcome.status == 0, "\(command): \(outcome)")
        return outcome
    }

    private func warning(_ people: String) -> String { "eventpass: warning: no message reaches \(people)\n" }

    private let noAddress = "(no e-mail address or phone number)"

    /// Issues a ticket to `refuse@example.org`, and reports that the mail with the ticket was returned. From then on,
    /// no messages are sent to this address.
    private func stop() throws {
        try run("ticket issue fair --type Regular --holder Ref --email refuse@example.org")
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        try run("mail set --folder mails --from tickets@example.org")
        try run("notice send")
        // The option `--bounces` needs a mail server. Nothing is sent through this server.
        try run(
            "mail set --server 127.0.0.1:1 --security none --from tickets@example.org --bounces bounces@example.org")
        let token = try #require(try stage.mails().first?.firstMatch(of: /Message-ID: <([0-9a-f]+)@/)).1
        try stage.folder.write(NoticeCommandTests.returned(to: "bounces+\(token)@example.org"), to: "returned.eml")
        try run("notice bounce returned.eml")
        try run("mail set --folder mails --from tickets@example.org")
    }

    @Test(
        """
        If a mail to an address came back, messages to the address do not count as waiting; commands show since when \
        and why these messages are stopped
        """)
    func stopped() throws {
        try stop()
        let code = try #require(try stage.tickets().first).code
        let resent = try run("ticket resend fair \(code)")
        #expect(resent.text == "ticket \(code): no message can be sent; to refuse@example.org\n")
        let today = try #require(resent.errorText.firstMatch(of: /since ([0-9]{4}-[0-9]{2}-[0-9]{2}),/)).1
        let reason =
            "(messages to refuse@example.org have been stopped since \(today), because a message could not be delivered or was reported as spam)"
        #expect(resent.errorText == warning("1 person: Ref \(reason)"))
        let json = try run("ticket resend fair \(code) --json").text
        let reasons = #""unreachable_reasons":{"no_address":0,"suppressed":1,"paused":0,"turned_off":0}"#
        #expect(json.contains(#""unreachable":1,"# + reasons))
        #expect(json.contains(#"{"name":"Ref","address":"refuse@example.org","reason":"suppressed","since":""#))
        try run("type edit fair Regular --price '5000 UGX'")
        let order = try run("order create fair --line Regular=1 --buyer Kay --email refuse@example.org")
        #expect(order.errorText.hasPrefix(warning("1 person: Kay \(reason)")), "\(order)")
        let moved = try run("event edit fair --venue Barn")
        #expect(moved.text == "changed fair: 1 ticket sold; no message can be sent\n")
        #expect(moved.errorText == warning("1 person: Ref \(reason)"))
        try run("ticket issue fair --type Regular --holder Ann --email ann@example.org")
        let cancelled = try run("event cancel fair --yes --json")
        #expect(cancelled.text.contains(#""tickets":2,"notices":3,"unreachable":1,"#), "\(cancelled)")
        #expect(cancelled.errorText == warning("1 person: Ref \(reason)"))
    }

    @Test("A command names at most five people without an address; `event restore` reports the messages that it queues")
    func noAddresses() throws {
        let one = try run("ticket issue fair --type Regular --holder Ann")
        #expect(one.errorText.hasPrefix(warning("1 person: Ann \(noAddress)")), "\(one)")
        let code = try #require(try stage.tickets().first).code
        let cancelled = try run("ticket cancel fair \(code) --yes")
        #expect(cancelled.errorText == warning("1 person: Ann \(noAddress)"), "\(cancelled)")
        // These tickets have no holders, because they are sold on paper. Nobody expects a message about them.
        #expect(try !run("ticket issue fair --type Regular --count 2").errorText.contains("no message reaches"))
        let list = "holder,email\n" + (1...7).map { "Guest \($0),\n" }.joined() + "Bob,bob@example.org\n"
        try stage.folder.write(list, to: "list.csv")
        let many = try run("ticket issue fair --type Regular --csv list.csv").errorText
        #expect(many.contains("warning: no message reaches 7 people: Guest 1 (") && many.contains(", and 2 more\n"))
        #expect(many.contains("hint: see all: eventpass ticket list fair --json\n"))
        let named = many.matches(of: /Guest ([0-9]) \(no e-mail address or phone number\)/)
        #expect(named.map { String($0.1) } == ["1", "2", "3", "4", "5"])
        let deleted = try run("event delete fair --yes")
        #expect(
            deleted.text
                == "deleted fair: 10 tickets cancelled; 1 message from this change is waiting; no sender is set up\n")
        #expect(deleted.errorText.contains("no message reaches 9 people: Guest "), "\(deleted)")
        #expect(!deleted.errorText.contains("see all"))
        // The message about the deletion is withdrawn, because it was not sent yet.
        #expect(try run("event restore fair").text == "restored fair; this change queued no message\n")
        try run("event delete fair --yes")
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        try run("mail set --folder mails --from tickets@example.org")
        try run("notice send")
        let restored = try run("event restore fair")
        #expect(restored.text == "restored fair; 1 message from this change is waiting to be sent\n", "\(restored)")
        #expect(restored.errorText.contains("no message reaches 9 people: Guest "))
    }

    @Test("Commands for orders name the buyer and the holders whom no message reaches")
    func orders() throws {
        try run("type add fair --name VIP --price '5000 UGX'")
        func order(_ options: String) throws -> String {
            let created = try run("order create fair --line VIP=1 --buyer Kay \(options) --json").text
            return String(try #require(created.firstMatch(of: /"number":([0-9]+)/)).1)
        }
        let kay = warning("1 person: Kay \(noAddress)")
        let number = try order("")
        #expect(try run("order pay fair \(number) --paid cash").errorText.contains(kay))
        #expect(try run("order refund fair \(number) --all --yes").errorText == kay)
        #expect(try run("order pay-back fair \(number)").errorText == kay)
        #expect(try run("order cancel fair \(order("")) --yes").errorText == kay)
        // The transfer names both the former and the new holder. A later reissue names only the new holder.
        let given = try order("--paid cash")
        let code = try #require(try stage.tickets().first { $0.holder == "Kay" && $0.status == "issued" }).code
        let transferred = try run("ticket transfer fair \(code) --to Joan --yes")
        #expect(transferred.errorText == warning("2 people: Joan \(noAddress); Kay \(noAddress)"))
        #expect(try run("ticket reissue fair \(code) --yes").errorText == warning("1 person: Joan \(noAddress)"))
        #expect(
            try run("order refund fair \(given) --all --yes").errorText
                == warning("2 people: Joan \(noAddress); Kay \(noAddress)"))
        // A message to Kay is queued, so nobody is named.
        let reached = try order("--email kay@example.org")
        #expect(try !run("order pay fair \(reached) --paid cash").errorText.contains("no message reaches"))
    }

    @Test("Commands that change sub-events and guest lists name the guests whom no message reaches")
    func celebrations() throws {
        try run("event sub-event add fair --type reception")
        try stage.folder.write("name,email\nGrace,grace@example.org\nTom,\n", to: "guests.csv")
        try run("guest import fair guests.csv")
        try run("guest invite fair --all --sub-event reception")
        let tom = warning("1 person: Tom \(noAddress)")
        try stage.folder.write("name,companions\nTom,2\nGrace,1\n", to: "more.csv")
        #expect(try !run("guest import fair more.csv --dry-run").errorText.contains("no message reaches"))
        #expect(try run("guest import fair more.csv").errorText.contains(tom))
        #expect(try run("event sub-event edit fair reception --venue Barn").errorText.hasSuffix(tom))
        #expect(try run("event sub-event edit fair reception --capacity 50").errorText.isEmpty)
        #expect(try run("event sub-event remove fair reception --yes").errorText.hasSuffix(tom))
    }

    @Test(
        """
        If many tickets are reissued, commands name the holders without an address; they do not mention tickets \
        without a holder
        """)
    func reissued() throws {
        try run("ticket issue fair --type Regular --holder Ann")
        try run("ticket issue fair --type Regular --count 2")
        let ann = warning("1 person: Ann \(noAddress)")
        try run("print sheets fair --output tickets.pdf")
        let voided = try run("print void fair 1 --sheet 1 --yes")
        #expect(voided.text == "sheet 1 is void: 3 tickets reissued\n" && voided.errorText.contains(ann), "\(voided)")
        try run("key generate --number 2")
        let all = try run("ticket reissue fair --all --yes")
        #expect(all.text.hasPrefix("reissued 3 tickets") && all.errorText.contains(ann), "\(all)")
    }

    @Test("`guest invite` names the invited guests without an address")
    func guests() throws {
        try run("event sub-event add fair --type reception")
        try stage.folder.write("name,email\nGrace,grace@example.org\nTom,\n", to: "guests.csv")
        try run("guest import fair guests.csv")
        let invited = try run("guest invite fair --all --sub-event reception").errorText
        #expect(invited.contains("1 message about this event is waiting; no sender is set up"))
        #expect(invited.contains(warning("1 person: Tom \(noAddress)")), "\(invited)")
        #expect(try !run("guest invite fair --all --sub-event reception").errorText.contains("no message reaches"))
        let list = "name\n" + (1...6).map { "Guest \($0)\n" }.joined()
        try stage.folder.write(list, to: "more.csv")
        try run("guest import fair more.csv")
        let many = try run("guest invite fair --all --sub-event reception").errorText
        #expect(many.contains("hint: see all: eventpass guest list fair --json\n"), "\(many)")
        let moved = try run("event edit fair --venue Barn").errorText
        #expect(moved.contains("eventpass guest list fair --json\n"), "\(moved)")
    }

    @Test("`notice write` names the recipients whose earlier mails came back, and counts them as not reached")
    func write() throws {
        try stop()
        try stage.folder.write("Use gate 3.\n", to: "parking.txt")
        let write = "notice write fair --to all --subject Parking --body-file parking.txt"
        let refused = try stage.sh("eventpass \(write)")
        #expect(refused.status == 1 && refused.errorText.contains("reaches none of its recipients"), "\(refused)")
        try run("ticket issue fair --type Regular --holder Ann --email ann@example.org")
        let dry = try run("\(write) --dry-run")
        #expect(dry.text == "1 recipient: 1 by e-mail; 1 not reached\n")
        #expect(dry.errorText.hasPrefix("eventpass: warning: no message reaches 1 person: Ref (messages to refuse@"))
        let json = try run("\(write) --dry-run --json").text
        #expect(json.contains(#""recipients":1,"by_email":1,"by_sms":0,"addresses":2,"unreachable":1,"#), "\(json)")
        #expect(try run(write).text == "queued 2 messages\n")
    }

    @Test("`notice retry --failed` also queues messages that came back; their addresses then get messages again")
    func retry() throws {
        try stop()
        let retried = try run("notice retry --failed").text
        #expect(retried.hasPrefix("queued  ticket-issued/") && retried.hasSuffix("refuse@example.org\n"))
        #expect(try run("notice send").text == "sent 1 message\n")
        #expect(try run("notice retry --failed").text == "no message has failed or come back\n")
    }
}
