import Cryptography
import Store
import TicketToken

/// A key ring beside the keys that its store was used with.
struct RingCheck {
    private let known: [KnownKey]
    /// Known keys that the ring lacks, and that signed tickets that stand.
    private let missing: [KnownKey]
    /// By number; also of keys whose files are gone, where a register says so.
    private let ring: [UInt8: [UInt8]]

    /// - Parameter store: nil where there is none yet; then nothing is known.
    init(_ store: Store?, _ ring: [UInt8: [UInt8]]) throws {
        self.ring = ring
        (known, missing) =
            try store?.read { connection in
                let known = try connection.knownKeys.all()
                let missing = known.filter { ring[$0.number] == nil }
                return (known, try missing.filter { try connection.tickets.stands(signedBy: $0.number) })
            } ?? ([], [])
    }

    init(_ store: Store?, _ ring: KeyRing) throws {
        try self.init(store, Dictionary(ring.checkValues.map { ($0.number, $0.check) }) { first, _ in first })
    }

    /// The check values that keys must have, by number.
    var checks: [UInt8: [UInt8]] { Dictionary(known.map { ($0.number, $0.check) }) { first, _ in first } }

    /// Refuses a ring with another store's keys, and one that lacks keys of this store's tickets.
    ///
    /// - Throws: `StoreError.otherKey`; `Failure`.
    func demandAll() throws {
        try demandOwn()
        guard missing.isEmpty else {
            throw Failure(.trouble, "\(sentence), which this key ring does not have", hint: missing.remedy)
        }
    }

    /// Refuses a ring with another store's keys.
    ///
    /// - Throws: `StoreError.otherKey`.
    func demandOwn() throws {
        for key in known {
            guard let check = ring[key.number], check != key.check else { continue }
            throw StoreError.otherKey(
                number: key.number, known: Hexadecimal.text(key.check), given: Hexadecimal.text(check))
        }
    }

    /// Refuses a number for a new key under which this store knows another.
    ///
    /// - Parameter number: nil is the one that the ring would take.
    func demandFree(_ number: UInt8?) throws {
        let number = number ?? ring.keys.max().map { $0 < 255 ? $0 + 1 : $0 } ?? 1
        guard ring[number] == nil, let key = known.first(where: { $0.number == number }) else { return }
        throw Failure(.badInput, "this store was used with \(key); a new key needs another number", hint: [key].remedy)
    }

    /// Says on standard error what is missing, for what goes on without it.
    func warn() throws {
        try demandOwn()
        guard !missing.isEmpty else { return }
        StandardError.say("warning: \(sentence), which this key ring does not have: gates refuse the tickets of it")
        StandardError.say("hint: \(missing.remedy)")
    }

    private var sentence: String { "this store was used with \(missing.words)" }
}

extension DataFolder {
    /// A ring's register beside the keys of this folder's store, where there is one.
    func ringCheck(registerAt folder: String) throws -> RingCheck {
        let isThere = try exists && LostStore(self) == nil
        return try RingCheck(isThere ? openStore() : nil, KeyRing.register(at: folder))
    }
}
