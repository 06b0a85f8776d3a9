import Languages
package import Management
package import MessageTransport
import Store
import Ticketing

extension PushMessage {
    /// The times, in seconds, for which a push service keeps messages: `entrySeconds` for the confirmation of an entry,
    /// which is useful only for a short time, and `seconds` for all other messages.
    private static let (seconds, entrySeconds) = (86_400, 3600)

    /// The message for the browsers of a notice’s recipient. All attempts to send a notice use the same id (`token`),
    /// so a browser shows the notice only once.
    init(_ message: ComposedMessage, of lease: NoticeDispatcher.Lease) {
        let isEntry = lease.notice.kind == .entryConfirmed
        self.init(
            token: String(lease.token.prefix(PushMessage.longestToken)), title: message.push.title,
            body: message.push.body, url: message.push.url, language: message.language.rawValue,
            urgency: isEntry || lease.notice.delivery.reason == .urgentByPush ? .high : .normal,
            seconds: isEntry ? PushMessage.entrySeconds : PushMessage.seconds)
    }
}

extension NoticeSender {
    /// Sentences that this program stores in place of a server’s answer.
    enum Text: String, SentenceKey {
        static let subject = "noticeSender"

        case notMade = "the message cannot be made ({reason})"
        case notAnEmailAddress = "not an e-mail address"
        case notAPhoneNumber = "not a phone number in international form"
        case sentByPerson = "sent by a person"
    }

    /// A sentence in the form in which the store keeps the answer of a server.
    static func answer(_ text: Text, _ arguments: [String: SentenceArgument] = [:]) -> String {
        Sentence(text, arguments).stored
    }
}

extension NoticeResult {
    init(_ result: TransportResult, by channel: Notice.Channel) {
        self =
            switch result {
            case .accepted(let id, let answer): .accepted(providerID: id, answer: answer)
            case .refused(let answer): .refused(answer: answer)
            case .deferred(let answer): .deferred(answer: answer)
            // A mail is sent again, because a mail program recognizes a second copy by its id. An SMS is not sent
            // again, because a second SMS costs money.
            case .unknown(let answer): channel == .email ? .deferred(answer: answer) : .uncertain(answer: answer)
            case .unavailable(let fault): .notTried(answer: fault.sentence.stored, pauseSeconds: 60)
            }
    }
}

extension BounceReport {
    /// The report that a returned mail contains; nil if the mail does not say which message it is about.
    package init?(_ report: DeliveryReport) {
        guard let token = report.token else { return nil }
        self.init(
            token: token, isPermanent: report.outcome == .failed && report.endsAddress,
            hasFailed: report.outcome == .failed, isComplaint: report.outcome == .complaint,
            answer: report.diagnostic ?? "")
    }
}

extension Transports {
    /// Sends the composed message of a leased notice, by the channel that is stated in the lease.
    func send(
        _ message: ComposedMessage, of lease: NoticeDispatcher.Lease, at now: Instant
    ) throws -> TransportResult {
        let recipient = lease.address
        switch lease.channel {
        case .email:
            guard let mail = settings.mail else { return .unavailable(.notConfigured(.email)) }
            let domain = mail.from.rawValue.split(separator: "@").last.map(String.init) ?? ""
            guard let address = EmailAddress(rawValue: recipient),
                let bytes = try message.mailBytes(domain: domain, token: lease.token)
            else { return .refused(answer: NoticeSender.answer(.notAnEmailAddress)) }
            return sendMail(
                OutgoingMessage(
                    token: lease.token, returnPath: mail.returnPath(token: lease.token), recipient: address,
                    bytes: bytes), at: now)
        case .sms:
            guard let number = PhoneNumber(rawValue: recipient) else {
                return .refused(answer: NoticeSender.answer(.notAPhoneNumber))
            }
            return sendSMS(message.smsText, to: number)
        case .whatsApp: return .refused(answer: NoticeSender.answer(.sentByPerson))
        case .push: return .unavailable(.notConfigured(.push))
        }
    }
}
