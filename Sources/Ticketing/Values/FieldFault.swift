public import Languages

/// The name of an invalid field, and the values that the field allows.
public struct FieldFault: Error, Hashable, Sendable, SentenceConvertible {
    public let field: String
    public let allowed: Sentence
    /// The kind of the fault; nil if the fault was not made from a `FaultSentence`.
    public let kind: FaultSentence?

    public init(_ field: String, _ allowed: Sentence) {
        self.field = field
        self.allowed = allowed
        kind = nil
    }

    public init(_ field: String, _ allowed: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) {
        self.field = field
        self.allowed = Sentence(allowed, arguments)
        kind = allowed as? FaultSentence
    }

    public var sentence: Sentence { .list([.verbatim(field), allowed], separator: ": ") }
}

/// Collects the faults that are found while one object is created or edited.
public struct FieldFaults {
    public private(set) var all: [FieldFault] = []

    public init() {}

    /// Adds a fault if `isAllowed` is false.
    public mutating func require(
        _ isAllowed: Bool, _ field: String, _ allowed: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]
    ) {
        if !isAllowed { all.append(FieldFault(field, allowed, arguments)) }
    }

    /// Adds a fault if a required text is invalid or has more than `limit` characters.
    public mutating func require(
        text: String, _ field: String, atMost limit: Int = 200, lines: TextFault.Lines = .one
    ) {
        if let fault = TextFault.of(text, limit: limit, lines: lines) { all.append(FieldFault(field, fault.sentence)) }
    }

    /// Adds a fault if an optional text is present, and is invalid or has more than `limit` characters.
    public mutating func require(
        optional text: String?, _ field: String, atMost limit: Int = 200, lines: TextFault.Lines = .one
    ) {
        if let text { require(text: text, field, atMost: limit, lines: lines) }
    }

    public mutating func add(_ others: [FieldFault]) { all += others }
}
