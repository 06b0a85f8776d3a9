/// A part of a celebration, with its own time, place and guests: the ceremony, the reception (MANAGEMENT, "Guests and
/// celebrations").
public struct EventFunction: Hashable, Sendable {
    /// An event has at most so many, those that were removed included.
    public static let most = 64

    public let event: EventNumber
    /// 1…64 in its event, and never another's there. 0, at a gate and in the ledger, is the event itself.
    public let number: Int
    public var details: FunctionDetails

    public init(event: EventNumber, number: Int, details: FunctionDetails) {
        self.event = event
        self.number = number
        self.details = details
    }

    public var name: String { details.name }
}

/// What an organizer says of a function.
public struct FunctionDetails: Hashable, Sendable {
    public var kind: FunctionKind
    /// Unique in its event, letter case and accents aside.
    public var name: String
    /// What an `other` is; a remark for the rest.
    public var note: String?
    public var venue: String?
    public var start: Instant?
    public var end: Instant?
    /// How many people may be inside at once; nil is the event's limit, if it has one.
    public var capacity: Int?

    public static let capacities = 1...100_000_000

    /// - Parameter name: nil is the kind's default.
    public init(
        kind: FunctionKind, name: String? = nil, note: String? = nil, venue: String? = nil, start: Instant? = nil,
        end: Instant? = nil, capacity: Int? = nil
    ) {
        self.kind = kind
        self.name = name ?? kind.defaultName
        self.note = note
        self.venue = venue
        self.start = start
        self.end = end
        self.capacity = capacity
    }

    /// Everything that is wrong, all at once; empty when it may be kept.
    public var faults: [FunctionFault] {
        var faults: [FunctionFault] = []
        for (field, text) in [("name", name), ("note", note), ("venue", venue)] {
            if let fault = text.flatMap({ NameFault.of($0) }) { faults.append(.text(field: field, fault)) }
        }
        if kind == .other, note == nil { faults.append(.noNote) }
        faults += faultyTimes
        if let start, let end, end <= start { faults.append(.endsBeforeStart) }
        if let capacity, !FunctionDetails.capacities.contains(capacity) { faults.append(.capacity(capacity)) }
        return faults
    }
}

/// What a function is; `other` says it in a note.
public enum FunctionKind: String, Hashable, Sendable, CaseIterable {
    case ceremony, reception, rehearsal, other

    public var displayName: String {
        switch self {
        case .ceremony: "Ceremony"
        case .reception: "Reception"
        case .rehearsal: "Rehearsal"
        case .other: "Other"
        }
    }

    /// One character.
    public var icon: String {
        switch self {
        case .ceremony: "💍"
        case .reception: "🥂"
        case .rehearsal: "🎶"
        case .other: "✨"
        }
    }

    public var colourName: String {
        switch self {
        case .ceremony: "gold"
        case .reception: "rose"
        case .rehearsal: "sage"
        case .other: "slate"
        }
    }

    /// What a function of this kind is called unless it has a name of its own.
    public var defaultName: String {
        switch self {
        case .ceremony: "Ceremony"
        case .reception: "Reception"
        case .rehearsal: "Rehearsal Dinner"
        case .other: "Gathering"
        }
    }
}

/// What is wrong with a function: the field, and what is allowed.
public enum FunctionFault: Hashable, Sendable, CustomStringConvertible {
    /// Of a name, note or venue.
    case text(field: String, NameFault)
    case noNote
    case time(field: String)
    case endsBeforeStart
    case nameTaken(String)
    case capacity(Int)

    public var description: String {
        switch self {
        case .text(let field, let fault): "\(field): \(fault)"
        case .noNote: "note: a function of type other needs one, which says what it is"
        case .time(let field): "\(field): \(Instant.allowedOfEvents)"
        case .endsBeforeStart: "end: must be after the start"
        case .nameTaken(let name): "name: the event has a function “\(name)” already"
        case .capacity(let people): "capacity: \(people) is not from 1 to \(FunctionDetails.capacities.upperBound)"
        }
    }
}
