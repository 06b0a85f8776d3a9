import Cryptography
import FileAccess
import Foundation
import Management
import TicketToken
import Ticketing

@testable import Gate
@testable import Store

/// Opens a gate pack that consists of arbitrary bytes, or of a valid pack with changes. Either the pack does not open,
/// or its gate decides every scan and admits only tickets on the pack's list. If checksums protect the changed bytes,
/// the gate admits no ticket that the valid pack would refuse.
enum PackReading {
    static func run(_ bytes: [UInt8]) throws {
        let festival = try FuzzFestival.made.get()
        let folder = try FuzzFolder()
        var choices = FuzzBytes(bytes)
        let file = try PatchedFile(&choices, of: festival.pack, in: folder)
        if case .sealed = file.way { return try open(sealed: festival, &choices, in: folder) }
        do {
            try use(OpenGatePack(at: file.path), festival, isGuarded: file.isGuarded)
        } catch is StoreError {
            // The calls that open and use the pack declare `StoreError` and `GateError`.
        } catch is GateError {}
    }

    private static func use(_ pack: OpenGatePack, _ festival: FuzzFestival, isGuarded: Bool) throws {
        let listed = try Listed(pack.store)
        let gate = try Gate(
            name: "North", pack: pack.store,
            operation: Gate.Operation(clock: { FuzzFestival.now }))
        let sentences = VerdictSentences(timeZone: pack.event.zone)
        func mayEnter(_ scan: Scan, unless forbidden: Bool) throws {
            let verdict = gate.decide(scan)
            guard !sentences.explanation(verdict).isEmpty else { throw FuzzFinding("a verdict without a sentence") }
            guard case .admit = verdict.outcome else { return }
            if forbidden { throw FuzzFinding("admitted a ticket that the pack refuses") }
            guard try listed.has(scan.readings[0]) else { throw FuzzFinding("admitted a ticket that is not listed") }
        }
        try mayEnter(Scan(festival.unused), unless: false)
        try mayEnter(Scan(festival.unused), unless: isGuarded)
        // The valid pack already has a verdict for the request “r”. The gate may repeat this verdict for a scan with
        // the same request ID.
        try mayEnter(Scan(festival.used, requestID: "r"), unless: false)
        for text in [festival.used, festival.cancelled, festival.late, festival.forged] {
            try mayEnter(Scan(text), unless: isGuarded)
        }
        _ = gate.decide(
            [festival.party, festival.used].map { Scan($0, direction: .exit) } + [Scan("no ticket")])
        _ = gate.undo(Scan(festival.unused), reason: "fuzzed")
        do { try gate.flush() } catch is StoreError {}
        try runQueries(on: pack)
    }

    /// Runs the queries of commands that read the pack, such as the attendance at the event.
    private static func runQueries(on pack: OpenGatePack) throws {
        let lane = LaneStore(pack)
        let queries: [() throws -> Void] = [
            { _ = try pack.attendance() },
            { try pack.forEachRecord { _ in } },
            { try lane.forEachDoubleAdmission { _ in } },
            { _ = try pack.store.read { try $0.ledger.verify() } },
            { _ = try pack.tickets(matching: .holder("guest"), limit: 5) },
            { _ = try pack.subEvents() },
        ]
        for query in queries { do { try query() } catch is StoreError {} }
    }

    /// The digests (truncated hashes) of the tokens on the pack's list. The fuzzer may have forged this list.
    private struct Listed {
        private let digests: Set<[UInt8]>

        init(_ store: Store) throws {
            digests = Set(try store.read { try $0.all("SELECT digest FROM listed", []) { $0.blob(0) } })
        }

        func has(_ token: [UInt8]) throws -> Bool {
            guard case .success(let read) = UnverifiedToken.decode(token.span) else { return false }
            let digest = try SHA256.digest(Array("eventpass/v1/listed".utf8) + read.bytes)
            return digests.contains(Array(digest.prefix(ListedDigest.length)))
        }
    }

    /// Checks that an encrypted pack opens with its original contents, or not at all.
    private static func open(
        sealed festival: FuzzFestival, _ choices: inout FuzzBytes, in folder: FuzzFolder
    ) throws {
        let bytes = choices.byte() & 1 == 0 ? choices.remaining() : festival.sealed.patched(&choices)
        let path = try folder.write(bytes, at: "sealed.gate")
        do {
            guard try EncryptedGatePack.open(path, into: folder("opened.gate"), deriving: { _ in FuzzFestival.key })
            else {
                return
            }
            guard try bytes == festival.sealed.bytes && folder.bytes(of: "opened.gate") == festival.pack.bytes else {
                throw FuzzFinding("opened a pack that nobody encrypted")
            }
        } catch is StoreError {
            // `EncryptedGatePack.open` declares this error.
        }
    }
}
