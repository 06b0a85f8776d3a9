import Cryptography
import Foundation
import TicketToken
import Ticketing

@testable import Gate
@testable import Management
@testable import Store

/// A main store and its gate packs. Their contents are the same in every run, so that a finding can be reproduced. Only
/// times and hashes in the tables of migrations and of the audit trail are different in each run.
struct FuzzFestival: Sendable {
    static let made = Result { try FuzzFestival() }

    /// The bytes of the closed main store.
    let services: [UInt8]
    /// A gate pack with a list of tickets. Two other packs with a list, and a copy of one of them, were merged into
    /// this pack. So its ledger has the records of all four files, and one ticket was admitted twice. The ledger also
    /// has the records of an earlier pack, which contained keys instead of a list of tickets.
    let pack: GoodFile
    /// The hashes of all records in the ledger of `pack`.
    let hashes: Set<[UInt8]>
    /// The gate pack `pack`, encrypted with `key`.
    let sealed: GoodFile
    let event: Event
    /// The token of an unused ticket in the pack. The next three tokens also belong to tickets in the pack.
    let unused: String
    let party: String
    let used: String
    let cancelled: String
    /// A valid token of a ticket that was sold after the pack was created.
    let late: String
    let forged: String

    /// A fixed key. Deriving a key from a passphrase would take as long as a hundred runs of a fuzz target.
    static let key = SecretBytes(copying: [UInt8](repeating: 7, count: AESGCM.keyLength).span)
    static let mainStoreDevice = [UInt8](repeating: 0x0F, count: 16)
    static let packDevice = [UInt8](repeating: UInt8(ascii: "A"), count: 16)
    private static let start = Instant(seconds: 1_798_000_000)
    /// The time when the packs return to the main store: two hours after `start`.
    static let now = start.advanced(bySeconds: 7200)

    private init() throws {
        let folder = try FuzzFolder()
        let ring = try KeyRing.open(at: FuzzFestival.keys)
        do {
            let store = try Store.open(sqlite: folder("main-store"), creating: true)
            let event = try FuzzFestival.fill(store)
            self.event = event
            let tokens = try FuzzFestival.tickets(of: event).map { ticket in
                try TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event))
            }
            (unused, party, used, cancelled, late) = (tokens[0], tokens[1], tokens[2], tokens[3], tokens[4])
            forged = String(tokens[0].dropLast(2)) + (tokens[0].hasSuffix("00") ? "11" : "00")
            try FuzzFestival.giveAuthority(to: store, for: event)
            try FuzzFestival.makePack("K", .key, of: event, store, ring, at: folder("K"))
            try FuzzFestival.decide(on: folder("K"), "Main", after: 5, [Scan(tokens[5])])
            try FuzzFestival.mergeKeyPack(folder("K"), into: store, event)
            for name in ["A", "B", "C"] { try FuzzFestival.makePack(name, of: event, store, ring, at: folder(name)) }
            guard try store.write({ try $0.tickets.insert([FuzzFestival.tickets(of: event)[4]]) }) == [true] else {
                throw FuzzFinding("the test data has no late ticket")
            }
            let device = try FuzzFestival.device(FuzzFestival.mainStoreDevice)
            let gate = try Gate(
                name: "Door", event: event.number, store: store, ring: ring, device: device,
                operation: Gate.Operation(clock: {
                    FuzzFestival.start
                }))
            guard gate.decide(Scan(tokens[2])).outcome == .admit(again: false) else {
                throw FuzzFinding("the test data's main store does not admit the ticket")
            }
            try gate.flush()
        }
        services = try folder.bytes(of: "main-store")
        try folder.write(folder.bytes(of: "C"), at: "clone")
        try FuzzFestival.decide(on: folder("B"), "West", after: 60, [Scan(used), Scan(cancelled, direction: .exit)])
        try FuzzFestival.decide(on: folder("C"), "South", after: 70, [Scan(party)])
        try FuzzFestival.decide(on: folder("clone"), "South", after: 80, [Scan(party, count: 2), Scan("nothing")])
        try FuzzFestival.decide(
            on: folder("A"), "North", after: 90,
            [
                Scan(used, requestID: "r"), Scan(used, direction: .exit), Scan(used), Scan(cancelled), Scan(late),
                Scan(forged), Scan(party),
            ], undoing: party)
        for name in ["B", "C", "clone"] { try FuzzFestival.merge(folder(name), into: folder("A")) }
        hashes = try FuzzFestival.hashes(in: folder("A"))
        pack = GoodFile(try folder.bytes(of: "A"))
        try EncryptedGatePack.encrypt(
            folder("A"), into: folder("sealed"), device: FuzzFestival.device(FuzzFestival.mainStoreDevice),
            salt: [UInt8](repeating: 1, count: 16), key: FuzzFestival.key)
        sealed = GoodFile(try folder.bytes(of: "sealed"))
    }

    private static var keys: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Keys/Demonstration").path
    }

    static func ring() throws -> KeyRing { try KeyRing.open(at: keys) }

    private static func hashes(in pack: String) throws -> Set<[UInt8]> {
        try Set(GatePackFile.open(pack).read { try $0.all("SELECT hash FROM record", []) { $0.blob(0) } })
    }

    /// The seed of a pack's key, which signs the hash chain of the pack's records. The seed is derived from the device
    /// ID. A fuzz target can therefore change a pack's records and sign the chain again.
    static func seed(of device: DeviceID) -> [UInt8] { device.bytes + device.bytes }

    static func device(_ bytes: [UInt8]) throws -> DeviceID {
        guard let device = DeviceID(bytes: bytes) else { throw FuzzFinding("the test data has no device") }
        return device
    }

    private static func fill(_ store: Store) throws -> Event {
        try ManagementServices.setUp(store, ownerName: "Fuzz", at: start)
        guard let organizer = OrganizerNumber(rawValue: 5), let number = EventNumber(rawValue: 7),
            let regular = TicketTypeNumber(rawValue: 0), let pair = TicketTypeNumber(rawValue: 1),
            let two = Admits(rawValue: 2)
        else { throw FuzzFinding("the test data has no event") }
        var details = EventDetails(
            title: "New Year by the Lake", venue: "Lido", timeZone: "Africa/Kampala",
            start: start.advanced(bySeconds: 3600), end: start.advanced(bySeconds: 90_000))
        details.insideLimit = 100
        let event = Event(
            number: number, organizer: organizer, slug: "new-year", suite: .hmac, created: start, status: .published,
            details: details
        ).with { $0.published = start }
        let types = [
            TicketType(event: number, number: regular, details: TicketTypeDetails(name: "Regular")),
            TicketType(event: number, number: pair, details: TicketTypeDetails(name: "Pair", admits: two)),
        ]
        try store.write { connection in
            var isNew = try connection.organizers.insert(
                Organizer(
                    number: organizer, details: OrganizerDetails(name: "Nile Nights"), slug: "nile", created: start,
                    verification: .localOwner(since: start)))
            isNew = try connection.events.insert(event) && isNew
            for type in types { isNew = try connection.ticketTypes.insert(type) && isNew }
            let tickets = try tickets(of: event)
            isNew = try connection.tickets.insert(tickets.filter { $0 != tickets[4] }).allSatisfy(\.self) && isNew
            // The counters of the event and its ticket types include all active tickets, even the ticket that is sold
            // after the packs are created.
            for ticket in tickets where ticket.status.isActive {
                isNew = try connection.ticketTypes.allocate(1, of: ticket.type, event: number) && isNew
                isNew = try connection.events.allocate(people: Int(ticket.admits.rawValue), at: number) && isNew
            }
            guard isNew, let owner = try connection.users.localOwner() else {
                throw FuzzFinding("the test data's store is not new")
            }
            try connection.users.addMember(owner.id, of: organizer, role: .owner)
            let work = UnitOfWork(
                .createOrganizer, by: owner.id, in: organizer, at: start, mark: IdempotencyMark(nil), connection)
            try work.record(AuditSubject(.organizer, organizer), after: ["name": "Nile Nights"])
            try work.auditBuffer.flush()
        }
        return event
    }

    /// Six tickets: an unused ticket, a ticket for two people, a used ticket, a cancelled ticket, a ticket that is sold
    /// after the packs with lists are created, and a ticket that the pack with keys admits.
    private static func tickets(of event: Event) throws -> [Ticket] {
        guard let regular = TicketTypeNumber(rawValue: 0), let pair = TicketTypeNumber(rawValue: 1),
            let two = Admits(rawValue: 2)
        else { throw FuzzFinding("the test data has no types") }
        return try (1...6).map { number in
            guard let serial = Serial(rawValue: UInt64(number) * 0x0123_4567_89) else {
                throw FuzzFinding("the test data has no serial")
            }
            var ticket = Ticket(
                event: event.number, serial: serial, type: number == 2 ? pair : regular,
                admits: number == 2 ? two : .one, key: 1, holder: "Guest \(number)", issuedAt: start)
            if number == 4 { (ticket.status, ticket.statusSince, ticket.statusNote) = (.cancelled, start, "ill") }
            return ticket
        }
    }

    /// Stores the key with which the event certifies its gate devices.
    private static func giveAuthority(to store: Store, for event: Event) throws {
        let seed = [UInt8](repeating: 9, count: Ed25519.keyLength)
        let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: seed.span)).publicKey()
        _ = try store.write {
            try $0.execute(
                "INSERT INTO device_authority (event, public_key, seed) VALUES ($1, $2, $3)",
                [.int(event.number.rawValue), .blob(key), .blob(seed)])
        }
    }

    /// The main store's description of the gate pack that contains the event's keys.
    static func keyPack(of event: EventNumber) throws -> GatePack { try pack("K", .key, of: event) }

    private static func pack(_ name: String, _ proof: GatePack.VerificationMethod, of event: EventNumber) throws
        -> GatePack
    {
        GatePack(
            event: event, number: 1, name: "Laptop \(name)",
            device: try device(Array(repeating: name.utf8.first ?? 0, count: DeviceID.length)), made: start,
            expires: start.advanced(bySeconds: 172_800),
            rights: GatePack.Rights(verificationMethod: proof, includesHolderNames: true))
    }

    private static func makePack(
        _ name: String, _ proof: GatePack.VerificationMethod = .list, of event: Event, _ store: Store, _ ring: KeyRing,
        at path: String
    ) throws {
        let pack = try pack(name, proof, of: event.number)
        let seed = SecretBytes(copying: FuzzFestival.seed(of: pack.device).span)
        let identity = try store.write { connection in
            // `nextNumber` must return the number that `pack` already has (1). It also counts this number as used, so
            // that a later refresh gets a higher number.
            guard try connection.gateDevices.nextNumber(of: event.number, name: pack.name) == pack.number else {
                throw FuzzFinding("the test data's pack has another number")
            }
            try connection.gateDevices.record(pack)
            try connection.deviceClocks.begin(pack.device, name: pack.name, at: start)
            return try connection.deviceKeys.issue(to: pack, seed: seed)
        }
        let digests = TokenDigests(event, ring)
        _ = try store.createPack(
            pack, keys: GatePackKeys(ring, proof, of: event, types: []).keys, at: path, digester: digests.digester,
            guesses: digests.possibleTokens, entering: { ($0, identity) })
    }

    private static func decide(
        on pack: String, _ name: String, after seconds: Int64, _ scans: [Scan], undoing undone: String? = nil
    ) throws {
        var now = start.advanced(bySeconds: seconds)
        let gate = try Gate(
            name: name, pack: GatePackFile.open(pack),
            operation: Gate.Operation(clock: { now }))
        for scan in scans {
            now = now.advanced(bySeconds: 10)
            _ = gate.decide(scan)
        }
        if let undone { _ = gate.undo(Scan(undone), reason: "wrong door") }
        try gate.flush()
    }

    /// Merges the pack with keys into the main store. This happens before the other packs are created, so that those
    /// packs contain the merged records.
    private static func mergeKeyPack(_ path: String, into services: Store, _ event: Event) throws {
        let merged = try services.merge(
            from: GatePackFile.open(path),
            MergeContext(event: event.number, receiver: device(mainStoreDevice), at: start, trust: .signed))
        guard merged.new == 1 else { throw FuzzFinding("the test data's key pack admitted nobody") }
    }

    private static func merge(_ path: String, into target: String) throws {
        _ = try LaneStore(OpenGatePack(at: target)).merge(
            LaneStore(OpenGatePack(at: path)), at: start.advanced(bySeconds: 3600))
    }
}
