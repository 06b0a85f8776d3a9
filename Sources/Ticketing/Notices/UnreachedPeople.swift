/// The reason why no message reaches a person. The raw values are used in JSON.
public enum UnreachedReason: String, Hashable, Sendable, CaseIterable {
    /// Neither an e-mail address nor a phone number is known.
    case noAddress = "no_address"
    /// Messages to the address were stopped, because a message came back or because the owner of the address
    /// complained.
    case suppressed
    /// The recipient has paused all messages that are not critical.
    case paused
    /// The recipient has turned the kind of message off.
    case turnedOff = "turned_off"
}

/// A person whom no message reaches.
public struct UnreachedPerson: Hashable, Sendable {
    /// The name or, if it is unknown, the address.
    public let name: String
    /// The e-mail address or phone number; nil if none is known.
    public let address: String?
    public let reason: UnreachedReason
    /// The time at which messages to the address were stopped; nil for all reasons other than `suppressed`.
    public let since: Instant?

    public init(name: String, address: String?, reason: UnreachedReason, since: Instant?) {
        self.name = name
        self.address = address
        self.reason = reason
        self.since = since
    }
}

/// The people whom messages about a change do not reach. People who share an address count once.
public struct UnreachedPeople: Hashable, Sendable {
    /// The maximum number of people whose names are read from the store.
    public static let mostNamed = 5

    /// The number of people for each reason. Reasons without people are omitted.
    public private(set) var counts: [UnreachedReason: Int]
    /// The first people with a name or address, sorted by name; at most `mostNamed`.
    public private(set) var named: [UnreachedPerson]
    /// The lists on the desk that contain these people.
    public private(set) var lists: Set<List>

    /// A list on the desk: the list of an event's tickets, or the guest list.
    public enum List: Hashable, Sendable {
        /// The list of tickets, for holders and buyers of tickets.
        case tickets
        case guests
    }

    public init(counts: [UnreachedReason: Int] = [:], named: [UnreachedPerson] = [], lists: Set<List> = []) {
        self.counts = counts.filter { $0.value > 0 }
        self.named = Array(named.sorted { $0.name < $1.name }.prefix(UnreachedPeople.mostNamed))
        self.lists = lists
    }

    /// The number of these people, with or without a name.
    public var total: Int { counts.values.reduce(0, +) }
    public var isEmpty: Bool { total == 0 }
    /// The number of these people who are not in `named`.
    public var unnamed: Int { max(0, total - named.count) }
    /// Whether some people are missing in `named` because there are more than `mostNamed` people.
    public var isShortened: Bool { total > UnreachedPeople.mostNamed && unnamed > 0 }
    /// The number of people with an address. A message to each of these people is queued, but will not be sent.
    public var withAddress: Int { total - (counts[.noAddress] ?? 0) }

    /// A copy with the numbers of people, but without their names and addresses.
    public var withoutNames: UnreachedPeople { UnreachedPeople(counts: counts, lists: lists) }

    /// Adds the people of `other`.
    public mutating func add(_ other: UnreachedPeople) {
        self = UnreachedPeople(
            counts: counts.merging(other.counts) { $0 + $1 }, named: named + other.named.filter { !named.contains($0) },
            lists: lists.union(other.lists))
    }
}
