/// A report of Africa’s Talking about a message that it has accepted:
/// https://developers.africastalking.com/docs/sms/notifications
public struct AfricasTalkingReport: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The message is on its way, or the status is unknown to this program.
        case pending
        case delivered
        case failed
        /// The message failed, because the number does not exist.
        case unknownNumber
    }

    /// The provider’s id of the message.
    public let id: String
    public let outcome: Outcome
    /// The status and the reason in the provider’s words, on one line.
    public let answer: String

    /// Reads the fields of a report. Returns nil if the id or the status is missing or empty.
    ///
    /// - Parameter failureReason: the field `failureReason`, which only reports about failures have.
    public init?(id: String?, status: String?, failureReason: String?) {
        guard let id, !id.isEmpty, let status, !status.isEmpty else { return nil }
        self.id = id
        answer = ForeignText.line([status, failureReason ?? ""].joined(separator: " "))
        outcome =
            switch status {
            case "Success": .delivered
            case "Failed", "Rejected":
                AfricasTalkingReport.unknownNumberReasons.contains(failureReason ?? "") ? .unknownNumber : .failed
            // Sent, Submitted, Buffered
            default: .pending
            }
    }

    /// The failure reasons for numbers that do not exist. Other reasons, such as `UserInBlackList` and
    /// `UserAccountSuspended`, can be temporary.
    private static let unknownNumberReasons: Set<String> = ["InvalidPhoneNumber", "UserDoesNotExist"]
}
