public import Ticketing

/// What a ticket says of itself, all of it writable in a token (TOKEN §2).
public struct TicketClaims: Hashable, Sendable {
    /// How the token proves itself.
    public let suite: Suite
    /// The number of the issuer key, 0…255.
    public let key: UInt8
    public let event: EventNumber
    public let serial: Serial
    public let type: TicketTypeNumber
    public let admits: Admits
    /// 0 when first issued; each re-issue adds 1 and replaces all before it.
    public let issue: UInt8
    let written: WrittenWindow
    /// As a token carries it: in quarter hours; `.always` where a token cannot.
    public var window: ValidityWindow { written.window }

    /// The window is rounded to what a token can carry: `ValidityWindow.asWritten`.
    public init(
        suite: Suite, key: UInt8, event: EventNumber, serial: Serial, type: TicketTypeNumber, admits: Admits = .one,
        issue: UInt8 = 0, window: ValidityWindow = .always
    ) {
        self.init(
            suite: suite, key: key, event: event, serial: serial, type: type, admits: admits, issue: issue,
            written: WrittenWindow(window))
    }

    init(
        suite: Suite, key: UInt8, event: EventNumber, serial: Serial, type: TicketTypeNumber, admits: Admits,
        issue: UInt8, written: WrittenWindow
    ) {
        self.suite = suite
        self.key = key
        self.event = event
        self.serial = serial
        self.type = type
        self.admits = admits
        self.issue = issue
        self.written = written
    }
}

extension TicketClaims: Encodable {
    enum CodingKeys: String, CodingKey {
        case suite, key, event, serial, type, admits, issue
        case validFrom = "valid_from"
        case validUntil = "valid_until"
    }

    /// The names of the vectors; times are Unix seconds, and null where there is no limit.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(suite.name, forKey: .suite)
        try container.encode(key, forKey: .key)
        try container.encode(event.rawValue, forKey: .event)
        try container.encode(serial.rawValue, forKey: .serial)
        try container.encode(type.rawValue, forKey: .type)
        try container.encode(admits.rawValue, forKey: .admits)
        try container.encode(issue, forKey: .issue)
        try container.encode(window.from?.seconds, forKey: .validFrom)
        try container.encode(window.until?.seconds, forKey: .validUntil)
    }
}
