import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Messaging
import Presentation
import PrintShop
import Store
import Ticketing
import WebHost

struct NoticeSendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice send --dry-run
                  */5 * * * *  eventpass notice send    # in a crontab
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeSend"

        case abstract = "Send the messages that are due, and queue the reminders that are due."
        case discussion =
            """
            “eventpass serve” does this all the time. Use this command if no server is running, for example from cron. \
            The exit status is 2 if a mail server or an SMS provider cannot be used. The next run tries to send the \
            remaining messages.

            {examples}
            """
        case limit = "Process at most this many messages."
        case limitFault = "--limit must be 1 or more"
        case dryRun = "Only print what would be done with each message that is due."
        case noSender = "no sender is set up"
        case noSenderHint = "set one up with: eventpass mail set, or: eventpass sms set"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp(Text.limit))
    var limit: Int?
    @Flag(help: ArgumentHelp(Text.dryRun))
    var dryRun = false
    @OptionGroup(title: WalletOptions.Text.title.text) var passes: WalletOptions

    /// The maximum number of transactions with which one run removes old messages. Later runs remove the remaining old
    /// messages.
    private static let prunings = 50

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError(Text.limitFault) }
    }

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: false)
        let file = folder.messageSettingsFile
        let settings = try file.read()
        // Usually, the server performs pending cancellations and refunds. This command also performs them when they are
        // due, in case no server is running.
        if !dryRun {
            let performer = PendingChangePerformer(clock: Instant.now, applying: { settings.noticePolicy })
            for refusal in try performer.performDue(store).refusals {
                for dropped in refusal.dropped { StandardError.warn(dropped.warning(at: refusal.change.event)) }
            }
        }
        guard settings.canSend || settings.preparesWhatsApp == true else {
            let scheduled = ScheduledWork(store, clock: Instant.now)
            let errors = dryRun ? [] : scheduled.run(settings.noticePolicy, hasChannel: false)
            throw CommandFailure(
                .trouble,
                .list([Sentence(Text.noSender)] + errors.map { NoticeSender.sentence(of: $0) }, separator: "; "),
                hint: Sentence(Text.noSenderHint))
        }
        let ring = try folder.openKeyRing(keys, of: store)
        let ticketFiles = try passes.passServices()
        let sender = NoticeSender(
            store, signingWith: { ring }, settings: { try file.read() },
            passes: { ticketFiles.signers(for: $0, at: $1) }, clock: Instant.now)
        if dryRun { return try printPlan(of: sender, try folder.signIn(to: store)) }
        Interrupt.startWatching()
        let summary = try sender.pass(limit: limit ?? .max, queuesAllSuggestions: true) { Interrupt.isPressed }
        try StandardOutput.line(output.json ? summary.json.text : summary.line)
        let pruner = NoticePruner(clock: Instant.now, olderThanDays: settings.noticePolicy.retentionDays)
        _ = try pruner.removeAll(store, transactions: NoticeSendCommand.prunings) {
            Interrupt.isPressed
        }
        // The folder for returned mails is read last, so that a fault of this folder does not delay the messages.
        try sender.readBounces()
        if !summary.faults.isEmpty { throw CommandFailure(.trouble, .list(summary.faults, separator: "; ")) }
        if Interrupt.isPressed { Interrupt.terminate() }
    }

    private func printPlan(of sender: NoticeSender, _ services: ManagementServices) throws {
        let events = try EventLookup(in: services)
        var lines = LineBuffer()
        let plan = try sender.plan(limit: limit ?? .max)
        let successors = Set(plan.compactMap { $0.decision.successor })
        for (notice, decision) in plan {
            let row = PlannedNotice(
                notice: notice, decision: decision, isSuccessor: successors.contains(notice.key),
                zone: events.zone(of: notice.event))
            if output.json { try lines.line(row.json) } else { try lines.line(row.line) }
        }
        try lines.flush(orSay: "No message is due.", output)
    }
}

extension DroppedChange {
    /// The order, ticket or event, and the reason why it was neither cancelled nor refunded.
    fileprivate func warning(at event: EventNumber) -> Sentence {
        let name: [Sentence] =
            switch subject {
            case .order(let number, _): [AuditSubject.Kind.order.label, .verbatim("\(number)")]
            case .ticket(let code): [AuditSubject.Kind.ticket.label, .verbatim("\(code)")]
            case .event: [AuditSubject.Kind.event.label, .verbatim("\(event)")]
            }
        return .list([.list(name), sentence(at: .verbatim(scheduled))], separator: ": ")
    }
}

extension NoticeSender.Summary {
    fileprivate var json: JSON {
        .object([
            ("sent", .int(sent)), ("deferred", .int(deferred)), ("refused", .int(refused)), ("waiting", .int(waiting)),
            ("faults", .array(faults.map { .string($0.english) })),
        ])
    }

    /// A line such as `sent 3 messages; 1 to be tried again`.
    fileprivate var line: String {
        let others = [(deferred, "to be tried again"), (refused, "refused"), (waiting, "waiting or not sent")]
        return (["sent \(counted(sent, "message"))"] + others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" })
            .joined(separator: "; ")
    }
}

extension NoticeDecision {
    /// The key of the later notice into which the program merges this notice; nil if the program does not merge this
    /// notice.
    fileprivate var successor: String? { if case .merge(let later) = action { later } else { nil } }
}

/// A notice that is due, and the decision that the program would make about it now.
private struct PlannedNotice {
    let notice: Notice
    let decision: NoticeDecision
    /// Whether another notice is merged into this notice. The line that the command prints for this notice then ends
    /// with this notice’s key.
    let isSuccessor: Bool
    let zone: TimeZone

    /// The time until which the notice waits; nil if it does not wait.
    private var until: Instant? { if case .delay(let until) = decision.action { until } else { nil } }
    private var channel: Notice.Channel? { if case .send(let channel) = decision.action { channel } else { nil } }

    private var action: String {
        switch decision.action {
        case .send: "send"
        case .delay: "delay"
        case .merge: "merge"
        case .drop: "drop"
        }
    }

    var json: JSON {
        .object([
            ("key", .string(notice.key)), ("kind", .string(notice.kind.rawValue)),
            ("recipient", .string(notice.recipient)), ("event", .optional(notice.event?.rawValue)),
            ("action", .string(action)), ("channel", .optional(channel?.rawValue)),
            ("until", .optional(until?.iso8601(in: zone))), ("merged_into", .optional(decision.successor)),
            ("reason", .string(decision.reason.code)),
        ])
    }

    /// A line such as `send email  order-paid  grace@example.org  Fair  sent at once, because it is important`.
    var line: String {
        let target =
            channel?.rawValue ?? until.map { "until \(VerdictSentences(timeZone: zone).moment($0))" }
            ?? decision.successor.map { "into \($0)" }
        let fields: [String?] = [
            [action, target].compactMap { $0 }.joined(separator: " "), notice.kind.rawValue, notice.recipient,
            notice.payload["title"], decision.reason.rawValue, isSuccessor ? notice.key : nil,
        ]
        return fields.compactMap(\.self).map(\.visible).joined(separator: "  ")
    }
}
