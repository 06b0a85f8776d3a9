/// A link, perhaps with a code, that was sent to an address. A person who opens the link or enters the code is treated
/// as the owner of the address.
public struct AddressProof: Hashable, Sendable {
    /// The SHA-256 hash of the link.
    public let hash: [UInt8]
    public let purpose: Purpose
    /// An e-mail address or a phone number.
    public let address: String
    /// The thing that the proof is about, such as an order. For `findTickets`, it is the hash of the code, or empty if
    /// the proof has no code.
    public let subject: String
    public let created: Instant
    public let expires: Instant
    /// The number of wrong codes that were entered.
    public let tries: Int
    public let used: Instant?

    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Lets a person see all tickets of an address.
        case findTickets = "find-tickets"
        case confirmReservation = "confirm-reservation"
        case resetPassword = "reset-password"
        case joinTeam = "join-team"
    }

    public init(
        hash: [UInt8], purpose: Purpose, address: String, subject: String, created: Instant, expires: Instant,
        tries: Int = 0, used: Instant? = nil
    ) {
        self.hash = hash
        self.purpose = purpose
        self.address = address
        self.subject = subject
        self.created = created
        self.expires = expires
        self.tries = tries
        self.used = used
    }
}
