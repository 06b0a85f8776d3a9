/// The agreement of a recipient to get an organizer's news by e-mail. A visitor gives the consent in the form that
/// reserves tickets. The consent counts only after the visitor has confirmed the reservation with the link that was
/// sent to the address.
public struct NewsConsent: Hashable, Sendable {
    /// The version of the texts that ask visitors for their consent. Increase it whenever the meaning of these texts
    /// changes.
    public static let textVersion = 1

    public let organizer: OrganizerNumber
    /// An e-mail address.
    public let address: String
    /// The version of the text that asked the recipient for the consent.
    public let textVersion: Int
    /// The time at which the recipient last agreed.
    public let given: Instant
    /// The time at which the recipient ended the consent; nil if the consent was not ended.
    public let ended: Instant?

    public init(organizer: OrganizerNumber, address: String, textVersion: Int, given: Instant, ended: Instant? = nil) {
        self.organizer = organizer
        self.address = address
        self.textVersion = textVersion
        self.given = given
        self.ended = ended
    }

    public var isActive: Bool { ended == nil }
}
