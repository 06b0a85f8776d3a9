public import Ticketing

/// The claims of a ticket, as a token contains them (TOKEN §2).
public struct TicketClaims: Hashable, Sendable {
    /// The suite that authenticates the token.
    public let suite: Suite
    /// The number of the issuer key, 0…255.
    public let key: UInt8
    public let event: EventNumber
    public let serial: Serial
    public let type: TicketTypeNumber
    public let admits: Admits
    /// The issue number: 0 for the first token. Each re-issue adds 1 and invalidates all earlier tokens.
    public let issue: UInt8
    let encodedWindow: EncodedWindow
    /// The window in the token, in quarter hours; `.always` if a token cannot represent the ticket's window.
    public var window: ValidityWindow { encodedWindow.window }

    /// Makes claims. The window is rounded to the precision of a token (`ValidityWindow.asEncoded`).
    public init(
        suite: Suite, key: UInt8, event: EventNumber, serial: Serial, type: TicketTypeNumber, admits: Admits = .one,
        issue: UInt8 = 0, window: ValidityWindow = .always
    ) {
        self.init(
            suite: suite, key: key, event: event, serial: serial, type: type, admits: admits, issue: issue,
            encodedWindow: EncodedWindow(window))
    }

    init(
        suite: Suite, key: UInt8, event: EventNumber, serial: Serial, type: TicketTypeNumber, admits: Admits,
        issue: UInt8, encodedWindow: EncodedWindow
    ) {
        self.suite = suite
        self.key = key
        self.event = event
        self.serial = serial
        self.type = type
        self.admits = admits
        self.issue = issue
        self.encodedWindow = encodedWindow
    }
}
