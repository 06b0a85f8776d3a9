import Languages
import MessageTransport
import Presentation
import Store
import Ticketing

/// Checks the settings for messages and the outbox. It connects to no mail server and to no provider.
struct MessageCheck {
    /// If a message has been due for this number of seconds, and no program has tried to send a message in this time,
    /// the check assumes that no program sends messages.
    private static let overdueSeconds: Int64 = 3600
    /// The period in which failed messages are counted, in days.
    private static let failureDays = 7
    /// The check reports failed messages if at least this many messages failed in the period. They must also be at
    /// least a tenth of all messages that were sent or failed in the period.
    private static let manyFailures = 10

    private let settings: MessageSettings
    private let outbox: Outbox?
    private let now: Instant

    private struct Outbox {
        let unsent: Notices.Unsent
        /// The earliest time at which an unsent message is due; nil if no message is to be sent.
        let firstDue: Instant?
        let outages: [Notice.Channel: Notices.Outage]
        /// Whether a program has tried to send a message in the last `overdueSeconds`.
        let isSending: Bool
        let results: (sent: Int, failed: Int)
        /// The number of messages to many people for which this version of the program cannot find the recipients. A
        /// newer version has created these messages.
        let unknownAudiences: Int
    }

    /// - Parameter store: the store; nil if it cannot be opened.
    /// - Throws: `MessageSettingsError`; `SystemError`; `StoreError`.
    init(_ folder: DataFolder, _ store: Store?, at now: Instant) throws {
        settings = try folder.messageSettingsFile.read()
        let period = now.advanced(bySeconds: -Int64(MessageCheck.failureDays) * 86_400)
        outbox = try store?.read { connection in
            let notices = connection.notices
            let recent = try notices.results(since: now.advanced(bySeconds: -MessageCheck.overdueSeconds))
            return Outbox(
                unsent: try notices.unsentByAddress(), firstDue: try notices.nextDue(),
                outages: try notices.outages(), isSending: recent.sent + recent.failed > 0,
                results: try notices.results(since: period),
                unknownAudiences: try connection.noticeAudiences.unknownCount())
        }
        self.now = now
    }

    /// The result of the check. If messages wait, and no mail server, SMS provider or other sender is set up for them,
    /// the result is only a warning, because the organizer may not want to send messages.
    ///
    /// - Throws: `CommandFailure` if messages are not sent although a sender is set up.
    func finding() throws -> DoctorFinding {
        let problems = self.problems
        let all = problems + warnings
        let hints = Sentence.list(all.map(\.hint), separator: "; ")
        let text = Sentence.list(all.map(\.text), separator: "; ")
        guard problems.isEmpty else { throw CommandFailure(.trouble, text, hint: hints) }
        guard all.isEmpty else {
            return DoctorFinding(
                text: text.text(in: .ofCommandLine), warningHint: hints.text(in: .ofCommandLine))
        }
        return DoctorFinding(text: summary)
    }

    private struct Problem {
        let text: Sentence
        let hint: Sentence

        init(_ text: Text, _ arguments: [String: SentenceArgument] = [:], hint: Text) {
            self.text = Sentence(text, arguments)
            self.hint = Sentence(hint)
        }

        init(_ problem: LinkProblem) {
            text = problem.sentence
            hint = problem.hint
        }
    }

    private var sends: Bool { settings.canSend || settings.preparesWhatsApp == true || settings.push != nil }
    private var reachesPhones: Bool { settings.sms != nil || settings.preparesWhatsApp == true }

    /// The reasons why messages are not sent although a sender is set up.
    private var problems: [Problem] {
        guard let outbox, sends else { return [] }
        var problems: [Problem] = []
        if !outbox.isSending, let due = outbox.firstDue, now.seconds - due.seconds > MessageCheck.overdueSeconds {
            let duration = ApproximateDuration(milliseconds: now.milliseconds - due.milliseconds)
            problems.append(
                Problem(
                    .nothingSends, ["duration": .text(duration.text(in: .ofCommandLine))], hint: .nothingSendsHint))
        }
        for (channel, outage) in outbox.outages.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where settings.sends(by: channel) {
            problems.append(
                Problem(
                    .outage,
                    ["channel": .sentence(channel.label), "answer": .sentence(Sentence(stored: outage.answer))],
                    hint: MessageCheck.outageHint(channel)))
        }
        let (sent, failed) = outbox.results
        if failed >= MessageCheck.manyFailures, failed * 10 >= sent + failed {
            let numbers: [String: SentenceArgument] = [
                "count": .number(failed), "total": .number(sent + failed), "days": .number(MessageCheck.failureDays),
            ]
            problems.append(Problem(.manyFailures, numbers, hint: .manyFailuresHint))
        }
        return problems
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func outageHint(_ channel: Notice.Channel) -> Text {
        switch channel {
        case .email: .mailOutageHint
        case .push: .pushOutageHint
        case .sms, .whatsApp: .smsOutageHint
        }
    }

    /// Missing settings that messages need, and messages that wait for a newer version of the program.
    private var warnings: [Problem] {
        var warnings: [Problem] = []
        if settings.canSend, settings.publicURL == nil {
            warnings.append(Problem(.noLinks, hint: .noLinksHint))
        }
        if let problem = settings.linkProblem { warnings.append(Problem(problem)) }
        if let count = outbox?.unsent.toEmail, count > 0, settings.mail == nil {
            warnings.append(Problem(.noMail, ["count": .number(count)], hint: .noMailHint))
        }
        if let count = outbox?.unsent.toPhone, count > 0, !reachesPhones {
            warnings.append(Problem(.noPhone, ["count": .number(count)], hint: .noPhoneHint))
        }
        if let count = outbox?.unknownAudiences, count > 0 {
            warnings.append(Problem(.unknownAudience, ["count": .number(count)], hint: .unknownAudienceHint))
        }
        return warnings
    }

    /// A text such as “sent by e-mail and SMS, 3 messages wait”.
    private var summary: String {
        guard sends else { return "no sender is set up" }
        let writesFiles = if case .folder? = settings.mail?.way { true } else { false }
        let channels = [
            settings.mail == nil || writesFiles ? nil : "e-mail",
            settings.sms != nil ? "SMS" : settings.preparesWhatsApp == true ? "WhatsApp links" : nil,
            settings.sends(by: .push) ? "push messages" : nil,
        ].compactMap(\.self)
        return [
            writesFiles ? "mails are written into a folder" : nil,
            channels.isEmpty ? nil : "sent by \(MessageCheck.list(channels))",
            outbox.map { counted($0.unsent.total, "message waits", "messages wait") },
        ].compactMap(\.self).joined(separator: ", ")
    }

    enum Text: String, SentenceKey {
        static let subject = "messageCheck"

        case noLinks = "messages contain no links, because the public address of the server is not set"
        case noLinksHint = "set it with the option --url of: eventpass mail set, or: eventpass sms set"
        case noMail =
            "{count} message to an e-mail address waits, because no mail server is set up|{count} messages to e-mail addresses wait, because no mail server is set up"
        case noMailHint = "set one up with: eventpass mail set"
        case noPhone =
            "{count} message to a phone number waits, because no SMS provider is set up|{count} messages to phone numbers wait, because no SMS provider is set up"
        case noPhoneHint = "set one up with: eventpass sms set"
        case unknownAudience =
            "{count} message to many people waits, because this version of the program cannot find the message’s recipients|{count} messages to many people wait, because this version of the program cannot find the messages’ recipients"
        case unknownAudienceHint = "on this machine, install the version of the program that created these messages"
        case nothingSends = "no program sends the waiting messages; the oldest has been due for {duration}"
        case nothingSendsHint = "keep eventpass serve running, or run eventpass notice send from cron"
        case outage = "{channel} can't be used: {answer}"
        case mailOutageHint = "test the mail server with: eventpass mail test ADDRESS"
        case smsOutageHint = "test the provider with: eventpass sms test NUMBER"
        case pushOutageHint = "check that libcurl is installed, and check the settings with: eventpass push show"
        case manyFailures = "{count} of {total} messages in the last {days} days failed or came back"
        case manyFailuresHint =
            "see the reasons with: eventpass notice list --state failed, and: eventpass notice list --state bounced"
    }
}
