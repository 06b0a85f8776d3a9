import EventFixture
import Foundation
import Store
import TerminalFixture
import Testing

@Suite("Commands that queue messages to more than 100 people", .lowPriority, .slow)
struct ManyMessagesTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    private var people: String { (1...101).map { "Guest \($0),g\($0)@example.org\n" }.joined() }

    private func run(_ command: String) throws -> Outcome {
        let outcome = try stage.sh("eventpass \(command)")
        try #require(outcome.status == 0, "\(command): \(outcome)")
        return outcome
    }

    /// Checks that a command without a terminal is refused, and that it has changed nothing.
    ///
    /// - Parameter subject: the event and the action with which the error begins.
    private func refused(_ command: String, _ subject: String) throws {
        let before = try run("report audit").output
        let outcome = try stage.sh("eventpass \(command)")
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(command): \(outcome)")
        #expect(
            outcome.errorText.contains("error: \(subject): messages to 101 people need confirmation\n"), "\(outcome)")
        #expect(outcome.errorText.contains("hint: add --yes"), "\(outcome)")
        let json = try stage.sh("eventpass \(command) --json")
        #expect(json.status == 64 && json.output.isEmpty && json.errorText.contains(#""status":64}"#), "\(json)")
        #expect(json.errorText.contains(#""recipients":101"#), "\(json)")
        #expect(try run("report audit").output == before)
    }

    private func answer(_ command: String, _ answers: [(question: String, answer: String)]) throws -> Int32 {
        let terminal = try PseudoTerminal("eventpass \(command)", in: stage.folder)
        for (question, answer) in answers {
            try terminal.expect("\(question) [y/N] ")
            try terminal.type("\(answer)\n")
        }
        return try terminal.end()
    }

    private let question = "This change queues messages to 101 people. Continue?"

    @Test("Issuing tickets to 101 people needs a confirmation, and so does moving, cancelling or deleting their event")
    func event() throws {
        try stage.folder.write(Array("holder,email\n\(people)".utf8), to: "many.csv")
        let issue = "ticket issue fair --type Regular --csv many.csv"
        try refused(issue, "Fair: issue tickets")
        #expect(try run("\(issue) --dry-run").text.contains("101 tickets"))
        #expect(try answer(issue, [(question, "n")]) == 1)
        #expect(try stage.tickets().isEmpty)
        #expect(try answer(issue, [(question, "y")]) == 0)
        #expect(try stage.tickets().count == 101)

        let terminal = try PseudoTerminal(
            "eventpass event edit fair --venue Barn --start 2099-01-01T19:00", in: stage.folder)
        try terminal.expect("\(question) [y/N] ")
        try terminal.type("n\n")
        #expect(try terminal.end() == 1)
        #expect(terminal.text.contains("Fair: edit event\r\n    Venue: Lido → Barn\r\n"), "\(terminal.text)")
        #expect(
            terminal.text.contains("    Start: Thu 1 Jan 2099 18:00:00 +03:00 → Thu 1 Jan 2099 19:00:00 +03:00\r\n"))
        try refused("event edit fair --venue Barn", "Fair: edit event")
        let json = try stage.sh("eventpass event edit fair --venue Barn --json").errorText
        #expect(json.contains(#""change":{"action":"editEvent","event":"Fair","#), "\(json)")
        try refused("event edit fair --shift 1d", "Fair: shift events")
        _ = try run("event edit fair --about Coats")
        #expect(try run("event edit fair --venue Barn --yes").text.contains("101 tickets sold; 101 messages"))

        try stage.folder.write(Array(try stage.tickets().map { "\($0.code)\n" }.joined().utf8), to: "codes")
        let tickets = "Cancel 101 tickets of Fair? Messages to 101 people will be queued."
        #expect(try answer("ticket cancel fair --codes codes", [(tickets, "n")]) == 1)
        // This question already contains the number of people, so no second question about them follows.
        let cancel = "Cancel Fair and its 101 tickets? Messages to 101 people will be queued."
        #expect(try answer("event cancel fair", [(cancel, "n")]) == 1)
        #expect(try run("event show fair --json").text.contains(#""status":"published""#))
        let delete = "Delete Fair? 101 tickets will be cancelled. Messages to 101 people will be queued."
        #expect(try answer("event delete fair", [(delete, "n")]) == 1)
        for (verb, text) in [("cancel", "cancelling"), ("delete", "deleting")] {
            let refused = try stage.sh("eventpass event \(verb) fair")
            #expect(refused.status == 64 && refused.output.isEmpty, "\(refused)")
            let error = "error: \(text) this event queues messages to 101 people, so it needs confirmation"
            #expect(refused.errorText.contains(error), "\(refused)")
        }
        #expect(try answer("event cancel fair", [(cancel, "y")]) == 0)
        #expect(try run("event show fair --json").text.contains(#""status":"cancelled""#))
    }

    @Test("Adding a reminder to 101 people, or sending failed messages to them again, needs a confirmation")
    func remindersAndRetries() throws {
        try stage.folder.write(Array("holder,email\n\(people)".utf8), to: "many.csv")
        _ = try run("ticket issue fair --type Regular --csv many.csv --yes")
        let add = "event reminder add fair --after 1d --of end"
        try refused(add, "Fair: add reminder")
        #expect(try answer(add, [(question, "n")]) == 1)
        #expect(try answer(add, [(question, "y")]) == 0)
        _ = try run("\(add) --yes")
        #expect(try run("event reminder list fair --json").lines.count == 2)

        let store = try Store.open(sqlite: stage.folder("data/store.sqlite"))
        func fail(_ condition: String = "1 = 1") throws {
            _ = try store.write {
                try $0.execute(
                    "UPDATE notice SET due = NULL, state = 'failed', changed = created WHERE \(condition)", [])
            }
        }
        try fail()
        try refused("notice retry --failed", "Nile")
        let again = "Send messages to 101 people again?"
        #expect(try answer("notice retry --failed", [(again, "n")]) == 1)
        #expect(try run("notice list --state failed").lines.count == 101)
        #expect(
            try run("notice retry --failed --yes").text.hasSuffix(
                "\n… and 91 more: eventpass notice list --state queued\n"))
        #expect(try run("notice list --state queued").lines.count == 101)
        #expect(try run("notice list --state failed").text == "There are no messages in this state.\n")

        // One message fails while the command waits for the answer, so its recipient is not in the question’s count.
        try stage.folder.write(Array("holder,email\nLate,late@example.org\n".utf8), to: "late.csv")
        _ = try run("ticket issue fair --type Regular --csv late.csv")
        try fail("recipient <> 'late@example.org'")
        let terminal = try PseudoTerminal("eventpass notice retry --failed", in: stage.folder)
        try terminal.expect("\(again) [y/N] ")
        try fail("recipient = 'late@example.org'")
        try terminal.type("y\n")
        #expect(try terminal.end() == 0)
        let remark = "1 message was not queued, because it failed only after the recipients were counted"
        #expect(terminal.text.contains(remark), "\(terminal.text)")
        #expect(try run("notice list --state failed").text.contains("late@example.org"))
    }

    @Test(
        """
        If an SMS provider is set up, the question about messages to many people states the number of SMS and, if the \
        price is set, their minimum cost
        """)
    func costs() throws {
        _ = try run("event sub-event add fair --type reception")
        let rows = (1...101).map { "Guest \($0),+2567720\(10_000 + $0),yes\n" }.joined()
        try stage.folder.write(Array("name,phone,reception\n\(rows)".utf8), to: "guests.csv")
        _ = try run("guest import fair guests.csv")
        func asked() throws -> String {
            let terminal = try PseudoTerminal("eventpass guest invite fair --all", in: stage.folder)
            try terminal.expect("Continue? [y/N] ")
            try terminal.type("n\n")
            #expect(try terminal.end() == 1)
            return terminal.text
        }
        let none = try asked()
        #expect(!none.contains("SMS"), "\(none)")
        try stage.folder.write(Array("key-0123456789\n".utf8), to: "key.txt")
        _ = try stage.sh("chmod 600 key.txt")
        _ = try run("sms set --africas-talking nile --key-file key.txt")
        let unknown = try asked()
        #expect(
            unknown.contains(
                "messages to 101 people. 101 of these messages are SMS; their price is not set. Continue?"),
            "\(unknown)")
        _ = try run("sms set --africas-talking nile --key-file key.txt --price \"35 UGX\"")
        let known = try asked()
        #expect(known.contains("101 of these messages are SMS, which cost at least UGX\u{A0}3,535."), "\(known)")
        let refused = try stage.sh("eventpass guest invite fair --all").errorText
        let error =
            "Fair: invite guests: messages to 101 people need confirmation; 101 are SMS, which cost at least UGX"
        #expect(refused.contains(error), "\(refused)")
    }

    @Test("Inviting 101 guests, or sending a message about a sub-event to them, needs a confirmation")
    func guests() throws {
        _ = try run("event sub-event add fair --type reception")
        try stage.folder.write(
            Array("name,email,reception\n\(people.replacing("\n", with: ",yes\n"))".utf8), to: "guests.csv")
        _ = try run("guest import fair guests.csv")
        try refused("guest invite fair --all", "Fair: invite guests")
        #expect(try answer("guest invite fair --all", [(question, "y")]) == 0)
        let withdraw = "Withdraw the invitation to Reception from every guest?"
        #expect(try answer("guest invite fair --all --withdraw 1", [(withdraw, "n")]) == 1)
        try refused("event sub-event edit fair reception --venue Barn", "Fair, Reception: edit sub-event")
        #expect(try run("event sub-event edit fair reception").text == "nothing changed in sub-event 1, Reception\n")
        _ = try run("event sub-event edit fair reception --capacity 200")
        try stage.folder.write(
            Array("name,email,reception\n\(people.replacing("\n", with: ",no\n"))".utf8), to: "guests.csv")
        #expect(try run("guest import fair guests.csv --dry-run").text.contains("101"))
        let imported = try stage.sh("eventpass guest import fair guests.csv")
        #expect(imported.status == 64 && imported.errorText.contains("add --yes"), "\(imported)")
        let remove = "Remove “Reception” and 101 invitations to it?"
        #expect(try answer("event sub-event remove fair reception", [(remove, "y"), (question, "n")]) == 1)
        _ = try run("event sub-event remove fair reception --yes")
        #expect(try run("event sub-event list fair").text == "The event has no sub-events.\n")
    }
}
