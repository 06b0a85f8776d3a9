public import Languages

/// A part of a celebration with its own time, venue and guests, such as the ceremony or the reception
/// (Docs/Management.md, "Guests and celebrations").
public struct SubEvent: Hashable, Sendable {
    /// The maximum number of sub-events of one event, including removed sub-events.
    public static let most = 64

    public let event: EventNumber
    /// The number of the sub-event in its event, 1…64. The number is never reused. In gate requests and in the ledger,
    /// 0 means the event itself.
    public let number: Int
    public var details: SubEventDetails

    public init(event: EventNumber, number: Int, details: SubEventDetails) {
        self.event = event
        self.number = number
        self.details = details
    }

    public var name: String { details.name }
}

/// The details that an organizer enters for a sub-event.
public struct SubEventDetails: Hashable, Sendable {
    public var kind: SubEventKind
    /// The name, which is unique in the event. The comparison ignores case and accents.
    public var name: String
    /// A description, required for the kind `other`. Other kinds have none.
    public var note: String?
    public var venue: String?
    /// The time until which guests can answer their invitations to the sub-event. It must not be after the end of the
    /// sub-event. If it is nil, the deadline of the event applies. If the event has no deadline either, guests can
    /// answer until the event is over.
    public var answerBy: Instant?
    public var start: Instant?
    public var end: Instant?
    /// The maximum number of people inside at once. If it is nil, the limit of the event applies. If the event has no
    /// limit either, the number is not limited.
    public var capacity: Int?

    public static let capacities = 1...100_000_000

    /// Makes the details of a sub-event.
    ///
    /// - Parameter name: nil for `defaultName`.
    public init(
        kind: SubEventKind, name: String? = nil, note: String? = nil, venue: String? = nil, answerBy: Instant? = nil,
        start: Instant? = nil, end: Instant? = nil, capacity: Int? = nil
    ) {
        self.kind = kind
        self.name = name ?? SubEventDetails.defaultName(of: kind, note)
        self.note = note
        self.venue = venue
        self.answerBy = answerBy
        self.start = start
        self.end = end
        self.capacity = capacity
    }

    /// Whether the time or the place differs from earlier details. The guests get a message about such a change.
    public func isMoved(from former: SubEventDetails) -> Bool {
        (start, end, venue) != (former.start, former.end, former.venue)
    }

    /// The name that the sub-event gets if the organizer enters no name. For the kind `other`, it is the note. For
    /// other kinds, or if the note is missing or has a fault, it is the default name of the kind.
    public var defaultName: String { SubEventDetails.defaultName(of: kind, note) }

    private static func defaultName(of kind: SubEventKind, _ note: String?) -> String {
        if kind == .other, let note, TextFault.of(note) == nil { return note }
        return kind.defaultName
    }

    /// All faults of these details; empty if the details can be stored.
    public var faults: [SubEventFault] {
        var faults = limitFaults.map { SubEventFault.limit($0) }
        if kind == .other, note == nil { faults.append(.noNote) }
        if kind != .other, let note, TextFault.of(note) == nil { faults.append(.noteOfOtherKind) }
        if let start, let end, end <= start { faults.append(.endsBeforeStart) }
        if let answerBy, let end, answerBy > end { faults.append(.answersAfterEnd) }
        return faults
    }

    /// The faults of an edit. Earlier versions of the program accepted a note for every kind. A note for another kind
    /// is therefore a fault only if the edit changes the note or the kind.
    public func faults(since former: SubEventDetails) -> [SubEventFault] {
        faults.filter { $0 != .noteOfOtherKind || (kind, note) != (former.kind, former.note) }
    }

    /// The sub-events that most weddings have, with their default names.
    private static let readySetParts = [SubEventKind.ceremony, .reception, .rehearsal].map { SubEventDetails(kind: $0) }

    /// The sub-events that most weddings have and that an event lacks. The event lacks a sub-event if none of its
    /// sub-events has the same kind or the same name. The comparison of names ignores case and accents.
    public static func readySet(missingFrom existing: [SubEvent]) -> [SubEventDetails] {
        readySetParts.filter { part in
            !existing.contains { $0.details.kind == part.kind || $0.name.folded == part.name.folded }
        }
    }
}

/// The kind of a sub-event. A sub-event of kind `other` has a note that describes it.
public enum SubEventKind: String, Hashable, Sendable, CaseIterable {
    case ceremony, reception, rehearsal, other

    /// The word for the kind on pages.
    public var label: Sentence {
        switch self {
        case .ceremony: .label(.ceremony)
        case .reception: .label(.reception)
        case .rehearsal: .label(.rehearsal)
        case .other: .label(.otherSubEvent)
        }
    }

    /// The emoji of the kind.
    public var icon: String {
        switch self {
        case .ceremony: "💍"
        case .reception: "🥂"
        case .rehearsal: "🎶"
        case .other: "✨"
        }
    }

    /// The name of the kind’s colour. Pages use it as the class of a badge.
    public var colourName: String {
        switch self {
        case .ceremony: "gold"
        case .reception: "rose"
        case .rehearsal: "sage"
        case .other: "slate"
        }
    }

    /// The name that a sub-event of this kind gets if the organizer enters no name.
    public var defaultName: String {
        switch self {
        case .ceremony: "Ceremony"
        case .reception: "Reception"
        case .rehearsal: "Rehearsal Dinner"
        case .other: "Gathering"
        }
    }
}

/// A fault of one field of a sub-event, with the allowed values.
public enum SubEventFault: Hashable, Sendable, SentenceConvertible {
    /// A value outside the limits of its field.
    case limit(FieldFault)
    case noNote
    /// A note, although the kind is not `other`.
    case noteOfOtherKind
    case endsBeforeStart
    /// The deadline for answers is after the end.
    case answersAfterEnd
    case nameTaken(String)

    /// This fault as a `FieldFault`, with the name of the faulty field.
    public var fieldFault: FieldFault {
        switch self {
        case .limit(let fault): fault
        case .noNote: FieldFault("note", FaultSentence.noteRequired)
        case .noteOfOtherKind: FieldFault("note", FaultSentence.noteOfOtherKind)
        case .endsBeforeStart: FieldFault("end", FaultSentence.subEventReversed)
        case .answersAfterEnd: FieldFault("answer-by", FaultSentence.deadlineUntilEnd)
        case .nameTaken(let name): FieldFault("name", FaultSentence.subEventNameTaken, ["name": .text(name)])
        }
    }

    public var sentence: Sentence { fieldFault.sentence }
}
