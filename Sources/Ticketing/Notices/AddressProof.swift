/// A link, perhaps with a code, that was sent to an address. A person who opens the link or enters the code is treated
/// as the owner of the address. A proof of the purpose `countMessage` has neither a link nor a code, and only counts a
/// message.
public struct AddressProof: Hashable, Sendable {
    /// The SHA-256 hash of the link; random bytes if there is no link.
    public let hash: [UInt8]
    public let purpose: Purpose
    /// An e-mail address or a phone number; empty for `countMessage`.
    public let address: String
    /// The subject of the proof, such as an order. Some purposes have a special subject:
    ///
    /// - `findTickets`: the hash of the code; empty if the proof has no code.
    /// - `otherAddress`: the hash of the code, a space, and the address of the other proof. There are two proofs, each
    ///   with its own code: one for the recipient's own address, and one for the address that the recipient adds.
    /// - `pushDevice`: the hash of the code, a space, and the id of the subscription (`PushSubscription`).
    /// - `countMessage`: the name of the limit for which the message is counted.
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
        /// Confirms a second address of a recipient, so that messages can be sent to it.
        case otherAddress = "other-address"
        /// Confirms a browser of a recipient, so that push messages can be sent to it.
        case pushDevice = "push-device"
        /// Counts a message that has no link, for a limit on such messages.
        case countMessage = "count-message"
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
