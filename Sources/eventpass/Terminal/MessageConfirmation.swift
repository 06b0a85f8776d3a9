import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

/// The option `--yes` of commands that ask for confirmation only if they would queue messages to many people.
struct ManyMessagesOption: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false

    enum Text: String, SentenceKey {
        static let subject = "optionsManyMessages"

        case yes = "Do not ask before messages to many people are queued."
        case notConfirmed =
            "messages to {count} person need confirmation|messages to {count} people need confirmation"
        case smsCost = "{count} is an SMS, which costs at least {cost}|{count} are SMS, which cost at least {cost}"
        case unknownCost = "{count} is an SMS; its price is not set|{count} are SMS; their price is not set"
    }
}

extension Confirmation {
    /// Makes a change that can queue messages. If the change would queue messages to more than
    /// `MessagePreview.confirmationLimit` people, asks for confirmation, then makes the change.
    ///
    /// - Parameters:
    ///   - isGiven: whether the command line has `--yes`.
    ///   - beforeQuestion: called before each question, for example to end the line that shows the progress.
    ///   - change: makes the change with the services that it receives. If the change needs a confirmation, the first
    ///     call changes nothing, and `change` is called again after the user has confirmed.
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
                beforeQuestion()
                try require(
                    false, question(about: unconfirmed),
                    refusal: refusal(of: unconfirmed.recipients, about: heading(of: unconfirmed)),
                    members: unconfirmed.members)
                services = services.allowingMessages(to: unconfirmed.people)
            }
        }
    }

    /// A sentence for a question, with the number of people to whom an action would queue messages, and the cost of the
    /// SMS.
    static func messages(to recipients: RecipientCount) -> Sentence {
        guard recipients.people > 0 else { return Sentence(Text.noMessages) }
        let messages = Sentence(Text.messages, ["count": .number(recipients.people)])
        return .list([messages, costs(of: recipients)].compactMap(\.self))
    }

    /// The error if messages to many people need confirmation, but there is no terminal.
    ///
    /// - Parameter subject: the beginning of the error, such as the event and the action.
    static func refusal(of recipients: RecipientCount, about subject: String) -> Sentence {
        typealias Text = ManyMessagesOption.Text
        let people = Sentence(Text.notConfirmed, ["count": .number(recipients.people)])
        guard recipients.bySMS > 0 else { return .about(subject, people) }
        let count = SentenceArgument.number(recipients.bySMS)
        let costs =
            recipients.leastCost.map { Sentence(Text.smsCost, ["count": count, "cost": .money($0)]) }
            ?? Sentence(Text.unknownCost, ["count": count])
        return .about(subject, .list([people, costs], separator: "; "))
    }

    /// The question that asks whether to queue the messages of a change. Lines before the question describe the change.
    private static func question(about change: UnconfirmedChange) -> Sentence {
        let messages = Sentence(Text.manyMessages, ["count": .number(change.people)])
        let question = Sentence.list([messages, costs(of: change.recipients), Sentence(Text.goOn)].compactMap(\.self))
        return .list(lines(about: change) + [question], separator: "\n")
    }

    /// The event and the action of a change, such as “Fair: edit event”.
    private static func heading(of change: UnconfirmedChange) -> String {
        let action = change.operation.label.text(in: .ofCommandLine)
        let titles = [change.eventTitle, change.subEventName].compactMap(\.self).joined(separator: ", ")
        return titles.isEmpty ? action : "\(titles): \(action)"
    }

    /// A sentence about the number of SMS and their cost; nil if no SMS is sent.
    private static func costs(of recipients: RecipientCount) -> Sentence? {
        guard recipients.bySMS > 0 else { return nil }
        let count = SentenceArgument.number(recipients.bySMS)
        return recipients.leastCost.map {
            Sentence(Text.messagesBySMS, ["count": count, "cost": .money($0)])
        } ?? Sentence(Text.unknownCost, ["count": count])
    }

    /// A line with the event and the action, and a line for each edited field with its old and its new value.
    private static func lines(about change: UnconfirmedChange) -> [Sentence] {
        let sentences = VerdictSentences(timeZone: change.zone)
        func shown(_ value: String?) -> String {
            guard let value else { return "–" }
            return AuditRecord.time(value).map(sentences.moment) ?? value.visible
        }
        return [Sentence.verbatim(heading(of: change).visible)]
            + change.edits.map { edit in
                let label = edit.label.text(in: .ofCommandLine).visible
                return Sentence.verbatim("    \(label): \(shown(edit.before)) → \(shown(edit.after))")
            }
    }
}
