import ArgumentParser
import Languages
import Management
import Presentation
import Ticketing

struct NoticeRetryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice retry --failed && eventpass notice send
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeRetry"

        case abstract = "Send failed and returned messages again."
        case discussion =
            """
            If an earlier message to the same address came back, messages to this address are sent again from now on. \
            So first correct a wrong address, for example with “eventpass ticket edit”.

            {examples}
            """
        case keys = "The messages' keys, as in “eventpass notice list --json”."
        case failed = "Queue all messages of the organizer that failed or came back."
        case skipped =
            "{count} message cannot be sent again, because its code or link was removed|{count} messages cannot be sent again, because their codes or links were removed"
        case leftOut =
            "{count} message was not queued, because it failed only after the recipients were counted; run the command again|{count} messages were not queued, because they failed only after the recipients were counted; run the command again"
        case keysOrFailed = "give the keys of messages, or --failed"
        case nothingFailed = "no message has failed or come back"
        case question = "Send messages to {count} person again?|Send messages to {count} people again?"
    }

    /// The number of messages that are read from the store at once.
    private static let pageSize = 200
    /// The maximum number of messages that are listed as text.
    private static let maximumListed = 10

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Argument(help: ArgumentHelp(Text.keys))
    var keys: [String] = []
    @Flag(help: ArgumentHelp(Text.failed))
    var failed = false
    @OptionGroup var manyMessages: ManyMessagesOption

    func validate() throws {
        guard keys.isEmpty == failed else { throw ValidationError(Text.keysOrFailed) }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try choice.organizer(in: services)
        let report = NoticeReport(events: try EventLookup(in: services), output: output)
        for key in keys { try report.write(try services.notices.retry(key, of: organizer)) }
        if failed { try retryAll(of: organizer, services, report) }
    }

    private func retryAll(of organizer: Organizer, _ services: ManagementServices, _ report: NoticeReport) throws {
        var recipients: Set<String> = []
        try forEachFailed(of: organizer, services) { page in
            for notice in page where notice.canBeRetried { recipients.insert(notice.recipient) }
        }
        try confirm(
            services.recipientCount(recipients.count, phones: recipients.count { !$0.contains("@") }), of: organizer)
        var (count, skipped, leftOut) = (0, 0, 0)
        try forEachFailed(of: organizer, services) { page in
            for notice in page {
                guard notice.canBeRetried else {
                    skipped += 1
                    continue
                }
                // Further messages can fail after the user was asked to confirm the number of recipients. Such a
                // message is retried only if its recipient was counted in that number.
                guard recipients.contains(notice.recipient) else {
                    leftOut += 1
                    continue
                }
                let retried = try services.notices.retry(notice.key, of: organizer)
                if output.json || count < NoticeRetryCommand.maximumListed { try report.write(retried) }
                count += 1
            }
        }
        if !output.json { try writeEnd(retried: count, others: skipped + leftOut, of: organizer) }
        if skipped > 0 { StandardError.say(Text.skipped, ["count": .number(skipped)]) }
        if leftOut > 0 { StandardError.say(Text.leftOut, ["count": .number(leftOut)]) }
    }

    /// Asks for confirmation if the messages go to many people.
    private func confirm(_ recipients: RecipientCount, of organizer: Organizer) throws {
        let question = Sentence(Text.question, ["count": .number(recipients.people)])
        try Confirmation.require(
            manyMessages.yes || recipients.people <= MessagePreview.confirmationLimit,
            recipients.bySMS > 0 ? .list([Confirmation.messages(to: recipients), question]) : question,
            refusal: Confirmation.refusal(of: recipients, about: organizer.name),
            members: [("recipients", .int(recipients.people))])
    }

    /// Prints how many messages were not listed, or that no message was found.
    ///
    /// - Parameter others: the number of failed messages that were not queued again.
    private func writeEnd(retried count: Int, others: Int, of organizer: Organizer) throws {
        if count == 0, others == 0 { try StandardOutput.line(Text.nothingFailed.text) }
        let rest = count - NoticeRetryCommand.maximumListed
        guard rest > 0 else { return }
        let option = choice.organizer == nil ? "" : " --organizer \(organizer.slug)"
        try StandardOutput.line("… and \(rest) more: eventpass notice list --state queued\(option)")
    }

    /// Calls `body` repeatedly, each time with up to `pageSize` of the messages that failed or came back.
    private func forEachFailed(
        of organizer: Organizer, _ services: ManagementServices, _ body: ([Notice]) throws -> Void
    ) throws {
        var last: String?
        while true {
            let page = try services.notices.notices(
                in: .ofOrganizer(organizer), NoticeQuery([.failed, .bounced]), after: last,
                limit: NoticeRetryCommand.pageSize)
            guard let end = page.last else { return }
            try body(page)
            last = end.key
        }
    }
}

struct NoticeAcknowledgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice acknowledge --result sent \\
                      order-paid/17/1912276171/+256772123456
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeAcknowledge"

        case abstract = "Record that another program or a person has sent a message."
        case discussion =
            """
            EventPass does not send an acknowledged message. After the result “sent”, you can record the result \
            “delivered” or “failed” for the same message.

            {examples}
            """
        case result = "The result of sending the message."
        case answer = "The answer of the other program's server or provider."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var choice: OrganizerOption
    @Argument(help: ArgumentHelp(NoticeShowCommand.Text.key))
    var key: String
    @Option(help: ArgumentHelp(Text.result))
    var result: NoticeDelivery.ReportedResult
    @Option(help: ArgumentHelp(Text.answer))
    var answer: String?

    func run() throws {
        var fields = FieldParser()
        fields.checkText(text: answer, "answer")
        try fields.finish()
        let services = try global.dataFolder().openServices()
        let notice = try services.notices.acknowledge(
            key, as: result, answer: answer, of: try choice.organizer(in: services))
        try NoticeReport(events: try EventLookup(in: services), output: output).write(notice)
    }
}

struct NoticeReport {
    let events: EventLookup
    let output: JSONOption

    func write(_ notice: Notice) throws {
        try StandardOutput.line(
            output.json
                ? NoticeJSON(zone: events.zone(of: notice.event)).json(notice).text
                : [notice.delivery.state.rawValue, notice.key].map(\.visible).joined(separator: "  "))
    }
}
