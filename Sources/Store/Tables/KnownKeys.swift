import Cryptography
public import Languages
public import Ticketing

extension StoreConnection {
    public var knownKeys: KnownKeys { KnownKeys(connection: self) }
}

/// The number and check value of an issuer key that was used with the store. The key's secret is not part of this
/// value.
public struct KnownKey: Hashable, Sendable, SentenceConvertible {
    public let number: UInt8
    /// The check value of the key: 8 bytes that are derived from the key. Different keys with the same number have
    /// different check values.
    public let check: [UInt8]

    public init(number: UInt8, check: [UInt8]) {
        self.number = number
        self.check = check
    }

    enum Text: String, SentenceKey {
        static let subject = "knownKey"

        case key = "key {number} (check {check})"
        /// A list of keys. `first` is a key or a shorter list; `second` is the last key.
        case and = "{first} and {second}"
    }

    /// For example "key 1 (check bf27…)".
    public var sentence: Sentence {
        Sentence(Text.key, ["number": "\(number)", "check": .text(Hexadecimal.text(check))])
    }
}

extension [KnownKey] {
    /// For example "key 1 (check bf27…) and key 2 (check 5156…)".
    public var listed: Sentence {
        dropFirst().reduce(first?.sentence ?? .list([])) { list, key in
            Sentence(KnownKey.Text.and, ["first": .sentence(list), "second": .sentence(key.sentence)])
        }
    }
}

/// Instructions for importing a key that is missing from a key ring, or for replacing the key if it is lost.
public struct KeyRemedy: Hashable, Sendable, SentenceConvertible {
    private let number: UInt8
    private let next: UInt8?
    private let ringSigns: Bool
    private let tickets: String

    /// Creates instructions for one missing key.
    ///
    /// - Parameters:
    ///   - used: numbers that a new key must not have, such as the numbers of the keys in the ring.
    ///   - ringSigns: whether the ring has an active key, which signs new tickets. If the ring has no active key, the
    ///     instructions say to generate one.
    ///   - tickets: the tickets to reissue, as arguments of `eventpass ticket reissue`.
    public init(
        bringing number: UInt8, used: some Sequence<UInt8>, ringSigns: Bool, reissuing tickets: String = "EVENT --all"
    ) {
        self.number = number
        let highest = used.reduce(number, max)
        next = highest < 255 ? highest + 1 : nil
        self.ringSigns = ringSigns
        self.tickets = tickets
    }

    enum Text: String, SentenceKey {
        static let subject = "keyRemedy"

        case reissue =
            "on the machine with the key, run eventpass key export --number {number}; or, with a copy of the key folder, run eventpass key export --keys COPY --number {number}; then, on this machine, run eventpass key import --number {number}; if the key is lost, run eventpass ticket reissue {tickets}"
        case generateAndReissue =
            "if you have a copy of the key folder, copy its files into the key folder of this machine, or add --keys COPY; otherwise, on the machine with the key, run eventpass key export --number {number}; then, on this machine, run eventpass key import --number {number}; if the key is lost, run eventpass key generate --number {next}, then eventpass ticket reissue {tickets}"
    }

    public var sentence: Sentence {
        let arguments: [String: SentenceArgument] = ["number": "\(number)", "tickets": .text(tickets)]
        guard !ringSigns else { return Sentence(Text.reissue, arguments) }
        return Sentence(
            Text.generateAndReissue, arguments.merging(["next": .text(next.map { "\($0)" } ?? "N")]) { $1 })
    }
}

/// Issuer keys that signed active tickets but are missing from a key ring. A retired key does not count as missing if
/// its file is in the ring.
public struct MissingKeys: Hashable, Sendable {
    public struct Key: Hashable, Sendable {
        public let key: KnownKey
        /// The number of active tickets that the key signed.
        public let tickets: Int
    }

    public let keys: [Key]
    /// Instructions for importing or replacing the first missing key; nil if no key is missing.
    public let remedy: KeyRemedy?

    public var isEmpty: Bool { keys.isEmpty }

    /// For example "key 1 (check bf27…) and key 2 (check 5156…)".
    public var listed: Sentence { keys.map(\.key).listed }

    public var tickets: Int { keys.reduce(0) { $0 + $1.tickets } }

    enum Text: String, SentenceKey {
        static let subject = "missingKeys"

        case signed =
            "{count} ticket is signed with key {key}, which is not in this key ring|{count} tickets are signed with key {key}, which is not in this key ring"
        case ticketRefused = "{signed}; this ticket is refused here"
        case ticketsRefused = "{signed}; these tickets are refused here"
    }

    /// For example "3 tickets are signed with key 1, which is not in this key ring; these tickets are refused here".
    public var warning: Sentence {
        let signed = keys.map { key in
            Sentence(Text.signed, ["count": .number(key.tickets), "key": "\(key.key.number)"])
        }
        return Sentence(
            tickets == 1 ? Text.ticketRefused : .ticketsRefused,
            ["signed": .sentence(Sentence.list(signed, separator: "; "))])
    }
}

/// The issuer keys that this store was used with.
public struct KnownKeys {
    let connection: any StoreConnection

    /// All keys, sorted by number.
    public func all() throws -> [KnownKey] {
        try connection.all("SELECT number, check_value FROM issuer_key ORDER BY number", []) {
            KnownKey(number: try $0.byte(0), check: $0.blob(1))
        }
    }

    /// The keys that are missing from a ring.
    public func missing(from keys: [(number: UInt8, check: [UInt8])]) throws -> [KnownKey] {
        let numbers = Set(keys.map(\.number))
        return try all().filter { !numbers.contains($0.number) }
    }

    /// The keys that signed active tickets but are missing from a ring.
    ///
    /// - Parameters:
    ///   - ring: the number and check value of each key in the ring, including its retired keys.
    ///   - ringSigns: whether the ring has an active key, which signs new tickets.
    ///   - event: the event whose tickets are considered; nil for the tickets of all events.
    public func missing(
        from ring: [(number: UInt8, check: [UInt8])], ringSigns: Bool, of event: EventNumber? = nil
    ) throws -> MissingKeys {
        let missing = try missing(from: ring).compactMap { key -> MissingKeys.Key? in
            let tickets = try connection.tickets.count(signedBy: key.number, of: event)
            return tickets > 0 ? MissingKeys.Key(key: key, tickets: tickets) : nil
        }
        let used = try all().map(\.number) + ring.map(\.number)
        return MissingKeys(
            keys: missing,
            remedy: missing.first.map { KeyRemedy(bringing: $0.key.number, used: used, ringSigns: ringSigns) })
    }

    /// Records the keys of a ring.
    ///
    /// - Throws: `StoreError.keyMismatch` if the store has a different check value for the number of one of the keys.
    ///   The caller must then roll back the transaction.
    public func record(_ keys: [(number: UInt8, check: [UInt8])]) throws {
        for key in keys {
            guard let known = try checkValue(of: key.number) ?? add(key) else { continue }
            guard known == key.check else {
                throw StoreError.keyMismatch(
                    number: key.number, known: Hexadecimal.text(known), given: Hexadecimal.text(key.check))
            }
        }
    }

    /// Adds a key, and returns nil. If another transaction has already added a key with this number, returns the check
    /// value of that key instead.
    private func add(_ key: (number: UInt8, check: [UInt8])) throws -> [UInt8]? {
        let added = try connection.execute(
            "INSERT INTO issuer_key (number, check_value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.int(key.number), .blob(key.check)])
        return added == 1 ? nil : try checkValue(of: key.number)
    }

    private func checkValue(of number: UInt8) throws -> [UInt8]? {
        try connection.first("SELECT check_value FROM issuer_key WHERE number = $1", [.int(number)]) { $0.blob(0) }
    }
}
