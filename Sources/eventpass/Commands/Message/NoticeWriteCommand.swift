import ArgumentParser
import Languages
import Management
import Messaging
import Presentation
import Store
import Ticketing

struct NoticeWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "count": .number(MessagePreview.confirmationLimit),
                "examples": """
                  eventpass notice write new-year --to all --subject "Parking" \\
                      --body-file parking.txt --dry-run
                  eventpass notice write new-year --to type:VIP --subject "Your table" \\
                      --body-file table.txt
                  eventpass notice write new-year --to news --subject "On sale now" \\
                      --body-file sale.txt
                """,
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeWrite"

        case abstract = "Write a message to holders or guests of an event, or news to past buyers."
        case discussion =
            """
            Each address gets one message. The command shows the number of recipients, and the cost of SMS if the \
            price is known. For more than {count} recipients, it asks for confirmation. With --dry-run, it queues \
            nothing.

            News goes by e-mail to everybody who has bought tickets for any event of the organizer and has agreed to \
            get news. The news must be about a public event.

            {examples}
            """
        case to =
            "The recipients: all, unpaid (tickets to be paid at the door), not-inside (tickets with which nobody has been admitted yet), silent (guests with no answer or the answer “maybe”), news (past buyers who have agreed to get news), or type:NAME (holders of a ticket type)."
        case mailSubject = "The subject of the mails, in one line."
        case at =
            "The earliest time at which news is sent, in the event's time zone. (default: the next Thursday at 18:00 in the recipient's time zone, or the time set with “notice policy set”)"
        case bodyFile = "A text file with the message; - is standard input."
        case dryRun = "Print the number of recipients and the cost, and queue nothing."
        case audience = "all, unpaid, not-inside, silent, news, or type: and the name of a ticket type"
        case nobody = "there are no recipients with an e-mail address or phone number"
        case nobodyReached = "the message reaches none of its recipients"
        case notConfirmed =
            "a message to {count} recipient needs confirmation|a message to {count} recipients needs confirmation"
        case question = "Queue the message to {count} recipient?|Queue the message to {count} recipients?"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.to))
    var to: ParsedArgument<AudienceArgument>
    @Option(help: ArgumentHelp(Text.mailSubject))
    var subject: String
    @Option(help: ArgumentHelp(Text.bodyFile, valueName: "file"), completion: .file())
    var bodyFile: String
    @Option(help: ArgumentHelp(Text.at, valueName: "time"))
    var at: Moment?
    @Flag(help: ArgumentHelp(Text.dryRun))
    var dryRun = false
    @Flag(help: ArgumentHelp(Confirmation.Text.yes))
    var yes = false

    func run() throws {
        var fields = FieldParser()
        fields.checkText(text: subject, "subject")
        try fields.finish()
        let to = try FieldParser.read(only: to, "to")
        let folder = try global.dataFolder()
        let store = try folder.openStore()
        let services = try folder.signIn(to: store)
        let event = try services.events.event(named: argument.event)
        let message = OrganizerMessage(
            audience: try to.audience(of: event, services), subject: subject, body: try MessageFile.text(at: bodyFile),
            time: try at?.instant(in: event.zone))
        guard message.faults.isEmpty else { throw ManagementError.invalid(message.faults) }
        let preview = try services.notices.preview(message, of: event)
        let report = MessagePreviewReport(
            preview: preview,
            estimate: try preview.bySMS > 0 ? estimate(of: message, at: event, folder, store) : nil, event: event)
        if dryRun {
            try report.write(queued: nil, output)
            return StandardError.warn(of: preview.unreached, at: event)
        }
        if preview.recipients > 0 { StandardError.say(report.line) }
        StandardError.warn(of: preview.unreached, at: event)
        guard preview.recipients > 0 else {
            throw CommandFailure(.refused, preview.addresses > 0 ? Text.nobodyReached : Text.nobody)
        }
        try Confirmation.require(
            yes || !preview.needsConfirmation, Sentence(Text.question, ["count": .number(preview.recipients)]),
            refusal: Sentence(Text.notConfirmed, ["count": .number(preview.recipients)]))
        let waiting = try QueuedMessageReport(services, of: event, global)
        let confirmed = services.allowingMessages(to: yes ? .max : preview.addresses)
        try report.write(queued: try confirmed.notices.write(message, of: event), output)
        try waiting.say()
    }

    private func estimate(
        of message: OrganizerMessage, at event: Event, _ folder: DataFolder, _ store: Store
    ) throws -> SMSEstimate? {
        let (ring, settings) = (try folder.openKeyRing(keys), try folder.messageSettingsFile.read())
        return try store.read { connection in
            try SMSEstimate(of: message, at: event, ring: ring, settings: settings, now: .now(), connection)
        }
    }
}

/// The recipients of an organizer’s message: `all`, `unpaid`, `not-inside`, `silent`, `news`, or `type:NAME`.
struct AudienceArgument: ArgumentValue {
    private let text: String
    private static let typePrefix = "type:"

    init?(argument: String) {
        guard NoticeAudience(code: argument) != nil || argument.hasPrefix(AudienceArgument.typePrefix) else {
            return nil
        }
        text = argument
    }

    static var allowed: String { NoticeWriteCommand.Text.audience.text }

    static var allValueStrings: [String] {
        [NoticeAudience.all, .unpaid, .notInside, .silent, .news].map(\.code) + [typePrefix]
    }

    /// The audience. A ticket type can be given by its number or name, as in other commands.
    ///
    /// - Throws: `ManagementError.unknownType`, or `ambiguous`.
    func audience(of event: Event, _ services: ManagementServices) throws -> NoticeAudience {
        guard text.hasPrefix(AudienceArgument.typePrefix) else { return NoticeAudience(code: text) ?? .all }
        let name = String(text.dropFirst(AudienceArgument.typePrefix.count))
        return .type(try services.ticketTypes.ticketType(named: name, of: event).number)
    }
}

/// The number of people whom a message reaches, and the cost of the message.
private struct MessagePreviewReport {
    let preview: MessagePreview
    /// The estimated number of parts of each SMS, and the cost of all of them; nil if the message is not sent by SMS.
    let estimate: SMSEstimate?
    let event: Event

    private var previewJSON: MessagePreviewJSON {
        MessagePreviewJSON(preview: preview, estimate: estimate, zone: event.zone)
    }

    /// A line such as `12 recipients: 10 by e-mail, 2 by SMS (2 parts each, 140 UGX); 1 not reached`.
    var line: String {
        let price = previewJSON.cost.map { ", \($0)" } ?? ""
        let sms = estimate.map { " (\(counted($0.parts, "part")) each\(price))" } ?? ""
        let ways = [
            preview.byEmail > 0 ? "\(preview.byEmail) by e-mail" : nil,
            preview.bySMS > 0 ? "\(preview.bySMS) by SMS\(sms)" : nil,
        ].compactMap(\.self)
        let missing = preview.unreached.total
        return counted(preview.recipients, "recipient") + (ways.isEmpty ? "" : ": \(ways.joined(separator: ", "))")
            + (missing > 0 ? "; \(missing) not reached" : "")
    }

    /// - Parameter queued: the number of queued messages; nil for a dry run.
    func write(queued: Int?, _ output: JSONOption) throws {
        guard output.json else {
            return try StandardOutput.line(queued.map { "queued \(counted($0, "message"))" } ?? line)
        }
        try StandardOutput.line(JSON.object(previewJSON.members + [("queued", .optional(queued))]).text)
    }
}
