/// A report about a mail that this program sent: a delivery report (RFC 3464), or a complaint by the recipient (RFC
/// 5965).
///
/// Every value in a report comes from a stranger, so the address in the report proves nothing. Each mail has a random
/// token in its return path (`ReturnAddress`), which only its recipient and the servers that passed it on know. Look up
/// the mail by this token, and use the recipient of that mail.
public struct DeliveryReport: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable {
        /// The mail was not delivered, and the server has given up.
        case failed
        /// The server still tries to deliver the mail.
        case delayed
        /// The mail was delivered, or was passed on to a server that sends no reports.
        case delivered
        /// The recipient marked the mail as spam.
        case complaint
    }

    public let outcome: Outcome
    /// The token of the mail (`ReturnAddress`); nil if the report does not contain it.
    public let token: String?
    /// The recipient’s address, according to the report; nil if the report does not contain it. This address can differ
    /// from the address to which the mail was sent.
    public let finalRecipient: String?
    /// The status code, such as `5.1.1` or `5.7.26` (RFC 3463). It begins with 2 for success, 4 for a temporary failure
    /// and 5 for a permanent failure. If the report has no status, or an unspecific status such as `5.0.0`, this is the
    /// code in a permanent refusal by the last server. Nil if the report contains no code.
    public let status: String?
    /// The answer of the last server, such as `550 5.1.1 No such mailbox`; nil if the report does not contain it. In a
    /// complaint, this is the type of the complaint, such as `abuse`.
    public let diagnostic: String?

    /// Whether no mail can ever reach the address: it does not exist (5.1.x), or its mailbox is disabled (5.2.1). Other
    /// failures concern the mail, its sender or the servers, so the next mail can arrive.
    public var endsAddress: Bool {
        guard outcome == .failed, let status else { return false }
        return status == "5.2.1"
            || status.hasPrefix("5.1.") && !DeliveryReport.statusesAboutSender.contains(status)
    }

    /// The statuses 5.1.x that concern the sender: two codes of RFC 3463, and Exchange’s code for too many mails.
    private static let statusesAboutSender: Set<String> = ["5.1.7", "5.1.8", "5.1.90"]

    /// Parses a returned mail. Only its first 128 KiB are read, because an attacker could send a long mail that takes a
    /// long time to parse. Returns nil if the mail is not a report.
    ///
    /// - Parameter returnAddress: the address to which undeliverable mails return.
    public init?(mail bytes: [UInt8], returnAddress: ReturnAddress) {
        guard let mail = ReturnedMail(bytes), mail.type == "multipart/report" else { return nil }
        if let part = mail.parts.first(where: { DeliveryReport.statusTypes.contains($0.type) }) {
            self.init(status: ReportFields(part.content), mail, returnAddress)
        } else if let part = mail.parts.first(where: { $0.type == "message/feedback-report" }) {
            self.init(feedback: ReportFields(part.content), mail, returnAddress)
        } else {
            return nil
        }
    }

    /// The media types of the part that contains the delivery status. The second media type is for addresses with
    /// characters outside ASCII (RFC 6533).
    private static let statusTypes: Set<String> = ["message/delivery-status", "message/global-delivery-status"]
    /// The media types of the part that contains the original mail or its header.
    private static let originalTypes: Set<String> = [
        "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers",
    ]

    /// A report about the delivery. The first group of fields is about the mail, and each other group is about one
    /// recipient. Every mail of this program has one recipient.
    private init?(status fields: ReportFields, _ mail: ReturnedMail, _ returnAddress: ReturnAddress) {
        let recipients = fields.groups.filter { $0["action"] != nil }
        guard let recipient = recipients.first(where: { $0["action"]?.lowercased() == "failed" }) ?? recipients.first,
            let outcome = DeliveryReport.outcome(ofAction: recipient["action"] ?? "")
        else { return nil }
        self.outcome = outcome
        token = DeliveryReport.token(mail, returnAddress)
        finalRecipient = DeliveryReport.withoutType(recipient["final-recipient"] ?? recipient["original-recipient"])
        let diagnostic = DeliveryReport.withoutType(recipient["diagnostic-code"])
        self.diagnostic = diagnostic
        let status = recipient["status"].flatMap { SMTPStatus($0)?.code }
        let isUnspecific = status == nil || status?.hasSuffix(".0.0") == true
        let isSMTP = recipient["diagnostic-code"]?.lowercased().hasPrefix("smtp") == true
        let answered = isUnspecific && isSMTP ? diagnostic.flatMap { SMTPStatus(answer: $0, of: 500..<600)?.code } : nil
        self.status = answered ?? status
    }

    /// A complaint. The recipient’s mail provider sends complaints to an address that was registered with the provider.
    /// This address contains no token, so the token is usually in the return path of the original mail.
    private init?(feedback fields: ReportFields, _ mail: ReturnedMail, _ returnAddress: ReturnAddress) {
        guard let report = fields.groups.first, let type = report["feedback-type"],
            ["abuse", "fraud", "virus", "other"].contains(type.lowercased())
        else { return nil }
        outcome = .complaint
        token =
            report["original-mail-from"].flatMap { returnAddress.token(in: $0) }
            ?? DeliveryReport.token(mail, returnAddress)
        finalRecipient = report["original-rcpt-to"].map(ForeignText.line)
        status = nil
        diagnostic = ForeignText.line(type)
    }

    private static func outcome(ofAction action: String) -> Outcome? {
        switch action.lowercased() {
        case "failed": .failed
        case "delayed": .delayed
        case "delivered", "relayed", "expanded": .delivered
        default: nil
        }
    }

    /// The token of the original mail, from the address to which the report was sent, or else from the return path of
    /// the original mail.
    private static func token(_ mail: ReturnedMail, _ returnAddress: ReturnAddress) -> String? {
        let originals = mail.parts.filter { originalTypes.contains($0.type) }
        let returnPaths = originals.compactMap { ReportFields($0.content).groups.first?["return-path"] }
        return (mail.recipients + returnPaths).lazy.compactMap { returnAddress.token(in: $0) }.first
    }

    /// A value such as `rfc822; grace@example.org` without the type before the semicolon.
    private static func withoutType(_ value: String?) -> String? {
        guard let value else { return nil }
        let rest = value.firstIndex(of: ";").map { value[value.index(after: $0)...] } ?? value[...]
        let line = ForeignText.line(String(rest))
        return line.isEmpty ? nil : line
    }
}
