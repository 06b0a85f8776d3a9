import Cryptography
import Languages
import Store
import TicketToken

/// Compares a key ring with the keys that have been used with the store.
struct KeyRingCheck {
    private let store: Store?
    private let storeKeys: [KnownKey]
    /// The check values of the ring's keys, by number. A check value identifies a key without revealing its secret.
    private let keys: [UInt8: [UInt8]]
    /// The check values of all keys that the ring ever had, by number. New keys cannot reuse these numbers.
    private let register: [UInt8: [UInt8]]
    private let ringSigns: Bool

    /// Compares an open key ring with the keys of a store.
    ///
    /// - Parameter store: the store; nil if it does not exist yet.
    init(_ store: Store?, _ ring: KeyRing) throws {
        try self.init(store, ring.keys, at: ring.folder)
    }

    /// Compares the key ring in a folder with the keys of a store. Reads only the ring's list of keys, which needs no
    /// passphrase.
    init(_ store: Store?, ringAt folder: String) throws {
        try self.init(store, KeyRing.list(at: folder), at: folder)
    }

    private init(_ store: Store?, _ keys: [IssuerKey], at folder: String) throws {
        self.store = store
        storeKeys = try store?.read { try $0.knownKeys.all() } ?? []
        self.keys = Dictionary(keys.map { ($0.number, $0.check) }) { first, _ in first }
        register = try KeyRing.register(at: folder)
        ringSigns = keys.contains { $0.state == .active }
    }

    /// The check values of the store's keys, by number.
    var checks: [UInt8: [UInt8]] { Dictionary(storeKeys.map { ($0.number, $0.check) }) { first, _ in first } }

    var isEmpty: Bool { keys.isEmpty }

    /// The keys that signed active tickets but are missing from the ring; nil if none is missing.
    func missing() throws -> MissingKeys? {
        let ring = keys.map { (number: $0.key, check: $0.value) }
        let missing = try store?.read { try $0.knownKeys.missing(from: ring, ringSigns: ringSigns) }
        return missing.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Throws an error if the ring has another store's keys, or lacks keys that signed active tickets of this store.
    ///
    /// - Throws: `StoreError.keyMismatch`; `CommandFailure`.
    func requireAllKeys() throws {
        try requireOwnKeys()
        guard let missing = try missing() else { return }
        throw CommandFailure(.trouble, sentence(missing), hint: remedy(missing))
    }

    /// Throws an error if the ring has another store's keys.
    ///
    /// - Throws: `StoreError.keyMismatch`.
    func requireOwnKeys() throws {
        for key in storeKeys {
            guard let check = register[key.number] ?? keys[key.number], check != key.check else { continue }
            throw StoreError.keyMismatch(
                number: key.number, known: Hexadecimal.text(key.check), given: Hexadecimal.text(check))
        }
    }

    /// Throws an error if the store was used with another key that had the new key's number.
    ///
    /// - Parameter number: the new key's number; nil for the ring's next number.
    func requireUnusedNumber(_ number: UInt8?) throws {
        let number = number ?? register.keys.max().map { $0 < 255 ? $0 + 1 : $0 } ?? 1
        guard register[number] == nil, let key = storeKeys.first(where: { $0.number == number }) else { return }
        throw CommandFailure(
            .badInput, Text.usedNumber, ["key": .sentence(key.sentence)], hint: remedy(bringing: key.number))
    }

    /// Warns on standard error if the ring lacks keys that signed active tickets.
    func warn() throws {
        try requireOwnKeys()
        guard let missing = try missing() else { return }
        StandardError.warn(Text.ticketsRefused, ["missing": .sentence(sentence(missing))])
        StandardError.hint(remedy(missing))
    }

    private func sentence(_ missing: MissingKeys) -> Sentence {
        Sentence(Text.missingKeys, ["keys": .sentence(missing.listed)])
    }

    private func remedy(_ missing: MissingKeys) -> Sentence { remedy(bringing: missing.keys.first?.key.number ?? 1) }

    private func remedy(bringing number: UInt8) -> Sentence {
        let used = storeKeys.map(\.number) + Array(register.keys)
        return KeyRemedy(bringing: number, used: used, ringSigns: ringSigns).sentence
    }

    enum Text: String, SentenceKey {
        static let subject = "keyRingCheck"

        case missingKeys = "this store was used with {keys}, which this key ring does not have"
        case usedNumber = "this store was used with {key}; a new key needs another number"
        case ticketsRefused = "{missing}: gates refuse tickets of missing keys"
    }
}

extension DataFolder {
    /// Compares the key ring in a folder with the store of this data folder, if there is a store. The comparison needs
    /// no passphrase.
    func ringCheck(at folder: String) throws -> KeyRingCheck {
        let isThere = try exists && MissingStore(self) == nil
        return try KeyRingCheck(isThere ? openStore() : nil, ringAt: folder)
    }
}
