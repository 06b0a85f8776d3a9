/// A field that can't be stored as it was given: its name, and what is allowed. A create or an edit lists all of them.
public struct FieldFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let field: String
    public let allowed: String

    public init(_ field: String, _ allowed: String) {
        self.field = field
        self.allowed = allowed
    }

    public var description: String { "\(field): \(allowed)" }
}

/// Gathers the faults of one create or edit.
public struct FieldFaults {
    public private(set) var all: [FieldFault] = []

    public init() {}

    /// Adds a fault unless what was given is allowed.
    public mutating func demand(_ isAllowed: Bool, _ field: String, _ allowed: String) {
        if !isAllowed { all.append(FieldFault(field, allowed)) }
    }

    /// A text that is needed, of at most so many characters.
    public mutating func demand(
        text: String, _ field: String, atMost limit: Int = 200, lines: NameFault.Lines = .one
    ) {
        if let fault = NameFault.of(text, limit: limit, lines: lines) { all.append(FieldFault(field, "\(fault)")) }
    }

    /// A text that may be absent.
    public mutating func demand(
        optional text: String?, _ field: String, atMost limit: Int = 200, lines: NameFault.Lines = .one
    ) {
        if let text { demand(text: text, field, atMost: limit, lines: lines) }
    }

    /// A time of an event, which may be absent.
    mutating func demand(ofEvents moment: Instant?, _ field: String) {
        demand(Instant.isOfEvents(moment), field, Instant.allowedOfEvents)
    }

    public mutating func add(_ others: [FieldFault]) { all += others }
}
