/// The description of a gate pack (Docs/Gate.md, "Gate packs").
public struct GatePack: Hashable, Sendable {
    /// The kind of data with which the gate verifies tickets (TOKEN §7).
    public enum VerificationMethod: String, Hashable, Sendable, CaseIterable {
        /// The digests of all issued tokens. They cannot be used to make tickets, and they do not cover tickets sold
        /// later.
        case list
        /// The event's keys of suite 1. They also verify tickets sold later, but could be misused to make tickets.
        case key
        /// The event's public keys. They also verify tickets sold later, and cannot be used to make tickets.
        case ed25519
    }

    /// The contents of a gate pack and the gates that may use it.
    public struct Rights: Hashable, Sendable {
        public let verificationMethod: VerificationMethod
        /// Whether the gate pack contains the names of ticket holders.
        public let includesHolderNames: Bool
        /// The gates that may use the gate pack; empty for all gates.
        public let gates: [String]
        /// The only sub-event that the gate pack covers; nil for all sub-events.
        public let subEvent: Int?
        /// Whether the gate pack contains hashes of the last digits of phone numbers, so that a search finds tickets by
        /// these digits.
        public let allowsPhoneSearch: Bool

        public init(
            verificationMethod: VerificationMethod, includesHolderNames: Bool = false, gates: [String] = [],
            subEvent: Int? = nil, allowsPhoneSearch: Bool = false
        ) {
            self.verificationMethod = verificationMethod
            self.includesHolderNames = includesHolderNames
            self.gates = gates
            self.subEvent = subEvent
            self.allowsPhoneSearch = allowsPhoneSearch
        }
    }

    public let event: EventNumber
    /// The number of the gate pack. Every new gate pack and every refresh gets a higher number than all earlier gate
    /// packs for the same event and device name. A device never accepts a gate pack with a smaller number.
    public var number: Int
    /// The name of the device, for people.
    public let name: String
    /// The id of the device, which is also the id of its chain. Every new gate pack gets a new id.
    public let device: DeviceID
    /// The time of creation or of the latest refresh, by the main store's clock.
    public var made: Instant
    /// The time of expiry. From then on, a gate with this gate pack admits nobody.
    public var expires: Instant
    /// The contents of the gate pack and the gates that may use it. They are set when the gate pack is made. A refresh
    /// does not change them.
    public let rights: Rights
    /// The heads (last known records) of all chains that the main store had when it made or refreshed the gate pack.
    /// When the main store merges the records of the gate pack's device, it updates the head of that device's chain in
    /// this list. If a chain later ends before its head in this list, records were removed.
    public var heads: [ChainHead]

    public init(
        event: EventNumber, number: Int, name: String, device: DeviceID, made: Instant, expires: Instant,
        rights: Rights, heads: [ChainHead] = []
    ) {
        self.event = event
        self.number = number
        self.name = name
        self.device = device
        self.made = made
        self.expires = expires
        self.rights = rights
        self.heads = heads
    }

    public var verificationMethod: VerificationMethod { rights.verificationMethod }
    public var includesHolderNames: Bool { rights.includesHolderNames }
    public var gates: [String] { rights.gates }
    public var subEvent: Int? { rights.subEvent }
    public var allowsPhoneSearch: Bool { rights.allowsPhoneSearch }

    /// Whether a gate may use this gate pack. Gate names are compared without case and accents.
    public func isFor(gate: String) -> Bool {
        gates.isEmpty || gates.contains { $0.folded == gate.folded }
    }
}

/// The data from which a token of a ticket, or the token's digest, can be computed again.
public struct IssuedToken: Hashable, Sendable {
    public let serial: Serial
    public let type: TicketTypeNumber
    public var admits: Admits
    /// The number of the issuer key that signed the token.
    public var key: UInt8
    public var issue: UInt8
    public let window: ValidityWindow

    public init(
        serial: Serial, type: TicketTypeNumber, admits: Admits, key: UInt8, issue: UInt8, window: ValidityWindow
    ) {
        self.serial = serial
        self.type = type
        self.admits = admits
        self.key = key
        self.issue = issue
        self.window = window
    }
}
