import Cryptography
import Store
import TicketToken

/// A key ring beside the keys that its store was used with.
struct RingCheck {
    private let store: Store?
    private let known: [KnownKey]
    /// The check values of the keys that are there, by number.
    private let keys: [UInt8: [UInt8]]
    /// The same, and of keys whose files are gone: no new key can have their numbers.
    private let register: [UInt8: [UInt8]]
    private let ringSigns: Bool

    /// - Parameter store: nil where there is none yet; then nothing is known.
    init(_ store: Store?, _ ring: KeyRing) throws {
        try self.init(store, ring.keys, at: ring.folder)
    }

    /// Asks for no passphrase.
    init(_ store: Store?, ringAt folder: String) throws {
        try self.init(store, KeyRing.list(at: folder), at: folder)
    }

    private init(_ store: Store?, _ keys: [IssuerKey], at folder: String) throws {
        self.store = store
        known = try store?.read { try $0.knownKeys.all() } ?? []
        self.keys = Dictionary(keys.map { ($0.number, $0.check) }) { first, _ in first }
        register = try KeyRing.register(at: folder)
        ringSigns = keys.contains { $0.state == .active }
    }

    /// The check values that keys must have, by number.
    var checks: [UInt8: [UInt8]] { Dictionary(known.map { ($0.number, $0.check) }) { first, _ in first } }

    /// Whether no key is there.
    var isEmpty: Bool { keys.isEmpty }

    /// Known keys that the ring lacks, and that signed active tickets.
    func missing() throws -> MissingKeys? {
        let ring = keys.map { (number: $0.key, check: $0.value) }
        let missing = try store?.read { try $0.knownKeys.missing(from: ring, ringSigns: ringSigns) }
        return missing.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Refuses a ring with another store's keys, and one that lacks keys of this store's tickets.
    ///
    /// - Throws: `StoreError.otherKey`; `Failure`.
    func demandAll() throws {
        try demandOwn()
        guard let missing = try missing() else { return }
        throw Failure(.trouble, sentence(missing), hint: remedy(missing))
    }

    /// Refuses a ring with another store's keys.
    ///
    /// - Throws: `StoreError.otherKey`.
    func demandOwn() throws {
        for key in known {
            guard let check = register[key.number] ?? keys[key.number], check != key.check else { continue }
            throw StoreError.otherKey(
                number: key.number, known: Hexadecimal.text(key.check), given: Hexadecimal.text(check))
        }
    }

    /// Refuses a number for a new key under which this store knows another.
    ///
    /// - Parameter number: nil is the one that the ring would take.
    func demandFree(_ number: UInt8?) throws {
        let number = number ?? register.keys.max().map { $0 < 255 ? $0 + 1 : $0 } ?? 1
        guard register[number] == nil, let key = known.first(where: { $0.number == number }) else { return }
        throw Failure(
            .badInput, "this store was used with \(key); a new key needs another number",
            hint: remedy(bringing: key.number))
    }

    /// Says on standard error what is missing, for what goes on without it.
    func warn() throws {
        try demandOwn()
        guard let missing = try missing() else { return }
        StandardError.say("warning: \(sentence(missing)): gates refuse the tickets of it")
        StandardError.say("hint: \(remedy(missing))")
    }

    private func sentence(_ missing: MissingKeys) -> String {
        "this store was used with \(missing.words), which this key ring does not have"
    }

    private func remedy(_ missing: MissingKeys) -> String { remedy(bringing: missing.keys.first?.key.number ?? 1) }

    private func remedy(bringing number: UInt8) -> String {
        let used = known.map(\.number) + Array(register.keys)
        return KeyRemedy(bringing: number, used: used, ringSigns: ringSigns).description
    }
}

extension DataFolder {
    /// A ring beside the keys of this folder's store, where there is one. Asks for no passphrase.
    func ringCheck(at folder: String) throws -> RingCheck {
        let isThere = try exists && LostStore(self) == nil
        return try RingCheck(isThere ? openStore() : nil, ringAt: folder)
    }
}
