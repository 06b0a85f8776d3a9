import ArgumentParser
import Languages
import Management
import Presentation

/// The option `--yes` of commands that ask for confirmation only if they would queue messages to many people.
struct ManyMessagesOption: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false

    enum Text: String, SentenceKey {
        static let subject = "optionsManyMessages"

        case yes = "Do not ask before messages to many people are queued."
        case notConfirmed =
            "messages to {count} person need confirmation|messages to {count} people need confirmation"
    }
}

extension Confirmation {
    /// Makes a change that can queue messages. If the change would queue messages to more than
    /// `MessagePreview.confirmationLimit` people, asks for confirmation, then makes the change.
    ///
    /// - Parameters:
    ///   - isGiven: whether the command line has `--yes`.
    ///   - beforeQuestion: called before each question, for example to end the line that shows the progress.
    ///   - change: makes the change with the services that it receives. It is called again after each question, because
    ///     a call that leads to a question changes nothing.
    /// - Throws: the errors of `require`; errors of `change`.
    static func beforeMessages<Result>(
        _ isGiven: Bool, _ services: ManagementServices, beforeQuestion: () -> Void = {},
        _ change: (ManagementServices) throws -> Result
    ) throws -> Result {
        if isGiven { return try change(services.allowingMessages(to: .max)) }
        var services = services
        while true {
            do {
                return try change(services)
            } catch ManagementError.tooManyRecipients(let unconfirmed) {
                let people = unconfirmed.people
                beforeQuestion()
                let question = "This change queues messages to \(counted(people, "person", "people")). Continue?"
                try require(
                    false, (lines(about: unconfirmed) + [question]).joined(separator: "\n"),
                    refusal: Sentence(ManyMessagesOption.Text.notConfirmed, ["count": .number(people)]))
                services = services.allowingMessages(to: people)
            }
        }
    }

    /// A sentence for a question, which says to how many people an action would queue messages.
    static func messages(to people: Int) -> String {
        people == 0
            ? "No messages will be queued." : "Messages to \(counted(people, "person", "people")) will be queued."
    }

    /// A line with the event and the action, and a line for each edited field with its old and its new value.
    private static func lines(about change: UnconfirmedChange) -> [String] {
        let action = change.operation.label.text(in: .ofCommandLine)
        let titles = [change.eventTitle, change.subEventName].compactMap(\.self).joined(separator: ", ")
        let record = AuditRecordJSON(zone: change.zone)
        return [titles.isEmpty ? action : "\(titles.visible): \(action)"]
            + change.edits.map { edit in
                let values = [edit.before, edit.after].map { $0.map(record.formatted) ?? "–" }
                return "    \(edit.label.text(in: .ofCommandLine).visible): \(values.joined(separator: " → "))"
            }
    }
}
