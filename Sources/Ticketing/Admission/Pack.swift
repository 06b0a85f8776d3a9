/// What a gate pack says of itself: one event for one device, to work without the office (GATE, "Packs").
public struct Pack: Hashable, Sendable {
    /// What its gate verifies tickets with (TOKEN §7).
    public enum Proof: String, Hashable, Sendable, CaseIterable {
        /// The digests of all tokens that were issued: makes no tickets, and knows no later sales.
        case list
        /// The event's keys of suite 1: knows later sales, and could make tickets.
        case key
        /// The event's public keys: knows later sales, and makes no tickets.
        case ed25519
    }

    /// What a pack may hold, and whom it may serve.
    public struct Rights: Hashable, Sendable {
        public let proof: Proof
        /// Whether the holders' names are in it.
        public let showsNames: Bool
        /// The gates that it is for; empty for any.
        public let gates: [String]
        /// The only function that it is for.
        public let function: Int?

        public init(proof: Proof, showsNames: Bool, gates: [String], function: Int?) {
            self.proof = proof
            self.showsNames = showsNames
            self.gates = gates
            self.function = function
        }
    }

    public let event: EventNumber
    /// Rises with each pack and each refresh for one event and device name; a pack never goes back to a smaller one.
    public var number: Int
    /// What people call the device.
    public let name: String
    /// Whose chain the gate's records go to: new with each pack.
    public let device: DeviceID
    /// When it was made or refreshed, by the office's clock.
    public var made: Instant
    /// From when on its gate lets nobody in any more.
    public var expires: Instant
    /// What it may hold, and whom it may serve: decided when it is made, and never changed by a refresh.
    public let rights: Rights
    /// The ends of all chains that the office knew when it was made or refreshed, and of its own when it was merged: a
    /// chain that ends earlier later on was cut.
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

    public init(
        event: EventNumber, number: Int, name: String, device: DeviceID, made: Instant, expires: Instant, proof: Proof,
        showsNames: Bool = false, gates: [String] = [], function: Int? = nil, heads: [ChainHead] = []
    ) {
        self.init(
            event: event, number: number, name: name, device: device, made: made, expires: expires,
            rights: Rights(proof: proof, showsNames: showsNames, gates: gates, function: function), heads: heads)
    }

    public var proof: Proof { rights.proof }
    public var showsNames: Bool { rights.showsNames }
    public var gates: [String] { rights.gates }
    public var function: Int? { rights.function }

    /// Whether it is for a gate of this name, whatever its letters' case and accents.
    public func isFor(gate: String) -> Bool {
        gates.isEmpty || gates.contains { $0.folded == gate.folded }
    }
}

/// What a list or a proof needs to know of one issue of a ticket.
public struct IssuedToken: Hashable, Sendable {
    public let serial: Serial
    public let type: TicketTypeNumber
    public var admits: Admits
    /// The number of the issuer key that signed it.
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
