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
