import EventFixture
import Foundation
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
    private func refused(_ command: String) throws {
        let before = try run("report audit").output
        let outcome = try stage.sh("eventpass \(command)")
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(command): \(outcome)")
        #expect(outcome.errorText.contains("error: messages to 101 people need confirmation"), "\(outcome)")
        #expect(outcome.errorText.contains("hint: add --yes"), "\(outcome)")
        let json = try stage.sh("eventpass \(command) --json")
        #expect(json.status == 64 && json.output.isEmpty && json.errorText.contains(#""status":64}"#), "\(json)")
        #expect(try run("report audit").output == before)
    }

    /// Runs a command on a terminal, and answers its questions.
    private func answer(_ command: String, _ answers: [(question: String, answer: String)]) throws -> Int32 {
        let terminal = try PseudoTerminal("eventpass \(command)", in: stage.folder)
        for (question, answer) in answers {
            try terminal.expect("\(question) [y/N] ")
            try terminal.type("\(answer)\n")
        }
        return try terminal.end()
    }

    private let question = "This change queues messages to 101 people. Continue?"

    @Test("Tickets for 101 people are issued, and their event is moved, cancelled or deleted, only if confirmed")
    func event() throws {
        try stage.folder.write(Array("holder,email\n\(people)".utf8), to: "many.csv")
        let issue = "ticket issue fair --type Regular --csv many.csv"
        try refused(issue)
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
        #expect(terminal.text.contains("    Start: 2099-01-01T18:00:00+03:00 → 2099-01-01T19:00:00+03:00\r\n"))
        try refused("event edit fair --venue Barn")
        try refused("event edit fair --shift 1d")
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
        for (verb, text) in [("cancel", "cancelling an event"), ("delete", "deleting a published event")] {
            let refused = try stage.sh("eventpass event \(verb) fair")
            #expect(refused.status == 64 && refused.output.isEmpty, "\(refused)")
            let error = "error: \(text) with messages to 101 people needs confirmation"
            #expect(refused.errorText.contains(error), "\(refused)")
        }
        #expect(try answer("event cancel fair", [(cancel, "y")]) == 0)
        #expect(try run("event show fair --json").text.contains(#""status":"cancelled""#))
    }

    @Test("101 guests are invited, and get a message about a sub-event, only after a confirmation")
    func guests() throws {
        _ = try run("event sub-event add fair --type reception")
        try stage.folder.write(
            Array("name,email,reception\n\(people.replacing("\n", with: ",yes\n"))".utf8), to: "guests.csv")
        _ = try run("guest import fair guests.csv")
        try refused("guest invite fair --all")
        #expect(try answer("guest invite fair --all", [(question, "y")]) == 0)
        try refused("event sub-event edit fair reception --venue Barn")
        _ = try run("event sub-event edit fair reception --note Dinner")
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
