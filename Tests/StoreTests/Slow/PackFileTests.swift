import EventFixture
import FileAccess
import Foundation
import Gate
import Management
import Synchronization
import Testing
import TicketToken
import Ticketing

@testable import Store

@Suite("Gate pack files", .everyEngine, .slow)
struct PackFileTests {
    @Test("Each column of tickets and guests is either copied to gate packs, as this test lists, or replaced there")
    func columns() throws {
        let festival = try Festival()
        let going: [String: Set<String>] = [
            "ticket": [
                "event", "serial", "type", "admits", "key", "issue", "reissued", "valid_from", "valid_until", "note",
                "status", "status_since", "status_note", "issued_at", "due", "disputed",
            ],
            "guest": ["event", "number", "companions", "serial"],
        ]
        try festival.store.engine.read { connection in
            for table in GatePackTable.all(showsNames: false) {
                let columns = Set(try connection.shape(of: table.name).columns.map(\.name))
                #expect(columns.isSuperset(of: table.replacedColumns.keys), "\(table.name)")
                guard let going = going[table.name] else { continue }
                #expect(going.union(table.replacedColumns.keys) == columns, "\(table.name)")
                #expect(going.isDisjoint(with: table.replacedColumns.keys), "\(table.name)")
            }
            // If a pack has names, only the columns with names are copied in addition.
            let columns = Set(try connection.shape(of: "ticket").columns.map(\.name))
            let names: Set = ["holder", "folded_holder"]
            let copied = columns.subtracting(GatePackTable.ticket(true).replacedColumns.keys)
            #expect(copied == going["ticket"]?.union(names))
        }
    }

    @Test("A gate pack is refused as a store and stays unchanged, and a store is refused as a gate pack")
    func kinds() throws {
        let festival = try Festival(engine: .sqlite)
        let pack = try festival.pack()
        let before = try festival.folder.read("north.gate")
        #expect(throws: StoreError.isGatePack(path: pack)) { try Store.open(sqlite: pack) }
        let store = festival.folder("store.sqlite")
        #expect(throws: StoreError.notAGatePack(path: store)) { try GatePackFile.open(store) }
        try festival.folder.write("not a database", to: "text.gate")
        #expect(throws: StoreError.notADatabase(path: festival.folder("text.gate"))) {
            try GatePackFile.open(festival.folder("text.gate"))
        }
        let missing = festival.folder("missing.gate")
        #expect(throws: StoreError.packMissing(path: missing)) { try GatePackFile.open(missing) }
        #expect(try festival.folder.read("north.gate") == before)
        #expect(try Store.withBackupRefused(pack, festival.folder.path) == .isGatePack(path: pack))
    }

    @Test("Creating a gate pack replaces no existing file, and a failed creation leaves no file")
    func failedCreation() throws {
        let festival = try Festival()
        _ = try festival.issue(5)
        try festival.folder.write("mine", to: "north.gate")
        #expect(throws: SystemError.self) { try festival.pack() }
        #expect(try festival.folder.read("north.gate") == Array("mine".utf8))
        let names = try festival.folder.names(in: ".")
        let path = festival.folder("other.gate")
        let pack = GatePack(
            event: festival.event.number, number: 1, name: "Laptop", device: festival.device, made: Festival.start,
            expires: Festival.start,
            rights: GatePack.Rights(verificationMethod: .list))
        #expect(throws: Surprise.self) {
            try festival.store.createPack(
                pack, keys: [], at: path, digester: { { _ in throw Surprise("no digest") } }, guesses: { _ in [] })
        }
        #expect(try festival.folder.names(in: ".") == names)
    }

    @Test("If a gate pack can't be created, no gate device is registered, and the next pack gets the unused number")
    func numbers() throws {
        let festival = try Festival()
        _ = try festival.issue(2)
        try festival.folder.write("mine", to: "taken.gate")
        #expect(throws: SystemError.self) { try festival.pack("Laptop", "taken.gate") }
        #expect(throws: Surprise.self) {
            _ = try festival.services.gatePacks.createGatePack(
                of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: festival.ring,
                at: festival.folder("stopped.gate")
            ) { _ in throw Surprise("stopped") }
        }
        #expect(throws: SystemError.self) {
            try festival.store.createPack(
                GatePack(
                    event: festival.event.number, number: 1, name: "Laptop", device: festival.device,
                    made: Festival.start, expires: Festival.start,
                    rights: GatePack.Rights(verificationMethod: .list)),
                keys: [], at: festival.folder("no/folder.gate"), digester: { { _ in nil } }, guesses: { _ in [] })
        }
        #expect(try festival.store.read { try $0.gateDevices.all(of: festival.event.number) }.isEmpty)
        #expect(try OpenGatePack(at: festival.pack()).pack.number == 1)
        #expect(try OpenGatePack(at: festival.pack("Laptop", "second.gate")).pack.number == 2)
        #expect(try festival.store.read { try $0.gateDevices.all(of: festival.event.number) }.count == 2)
    }

    @Test("If four threads open and close a gate pack concurrently, one file remains and no admission is lost")
    func alone() throws {
        let festival = try Festival()
        let tokens = try festival.issue(64)
        let path = try festival.pack()
        _ = try atOnce(4) { share in
            for (index, token) in tokens.enumerated() where index % 4 == share {
                guard try festival.gate(onPack: path).decide(Scan(token)).outcome == .admit(again: false) else {
                    throw Surprise("ticket \(index) was not admitted")
                }
            }
        }
        let names = try festival.folder.names(in: ".").filter { $0.hasPrefix("north.gate") }
        #expect(names == ["north.gate"])
        #expect(try GatePackFile.state(of: path) == .closed)
        #expect(try OpenGatePack(at: path).attendance().inside == 64)
    }

    @Test("A file lock never has two owners at once, even if the lock's files are deleted meanwhile")
    func fileLock() throws {
        let festival = try Festival(engine: .sqlite)
        let path = festival.folder("turn")
        let inside = Atomic(0)
        let lockCount = Atomic(0)
        _ = try atOnce(4) { _ in
            let lock = try FairFileLock(path: path)
            for round in 0..<200 {
                try lock.withLock(waitingAtMost: 60) {
                    guard inside.add(1, ordering: .relaxed).newValue == 1 else { throw Surprise("two owners at once") }
                    lockCount.add(1, ordering: .relaxed)
                    inside.subtract(1, ordering: .relaxed)
                    if round.isMultiple(of: 3) { lock.removeFiles() }
                }
            }
        }
        #expect(lockCount.load(ordering: .relaxed) == 800)
    }

    @Test("A gate pack created during sales shows the store at a single moment")
    func oneMoment() throws {
        let festival = try Festival()
        _ = try festival.issue(3)
        let isDone = Atomic(false)
        _ = try atOnce(2) { role in
            if role == 0 {
                defer { isDone.store(true, ordering: .relaxed) }
                for number in 0..<40 {
                    let type = try festival.services.ticketTypes.addTicketType(
                        TicketTypeDetails(name: "Type \(number)"), to: festival.event)
                    _ = try festival.issue(2, type: type)
                }
                return
            }
            var number = 0
            repeat {
                let path = try festival.pack("Laptop", "\(number).gate")
                let check = try GatePackFile.open(path).check()
                guard check.isIntact, check.faults.isEmpty else { throw Surprise("\(check.faults)") }
                number += 1
            } while !isDone.load(ordering: .relaxed)
        }
    }

    @Test("A copy of an open gate pack is refused without its write-ahead log; with the log, it has every admission")
    func leftOpen() throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let path = try festival.pack()
        let copy = festival.folder("copy.gate")
        let gate = try festival.gate(onPack: path)
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        // The copy is like a file on a USB stick that was pulled out while the gate was open.
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(try GatePackFile.state(of: copy) == .logMissing)
        #expect(throws: StoreError.packLogMissing(path: copy)) { try GatePackFile.open(copy) }
        try FileManager.default.copyItem(atPath: "\(path)-wal", toPath: "\(copy)-wal")
        #expect(try GatePackFile.state(of: copy) == .open)
        #expect(try festival.gate(onPack: copy).decide(Scan(token)).outcome.name != "admit")
        #expect(try GatePackFile.state(of: copy) == .closed)
    }

    @Test("When the last connection to a gate pack is closed, the pack is marked as closed, and no admission is lost")
    func together() throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let path = try festival.pack()
        do {
            let first = try festival.gate(onPack: path)
            do {
                let second = try festival.gate(onPack: path)
                #expect(second.decide(Scan(tokens[0])).outcome == .admit(again: false))
            }
            #expect(try GatePackFile.state(of: path) == .open)
            #expect(first.decide(Scan(tokens[0])).outcome == .repeat)
            #expect(first.decide(Scan(tokens[1])).outcome == .admit(again: false))
        }
        #expect(try GatePackFile.state(of: path) == .closed)
        #expect(try OpenGatePack(at: path).attendance().inside == 2)
    }

    @Test("Each database page of a gate pack has a checksum, the check finds no fault, and the pack lists every ticket")
    func checksums() throws {
        let festival = try Festival()
        _ = try festival.issue(5000)
        let path = try festival.pack()
        #expect(
            try OpenGatePack(at: path).store.read { try $0.first("SELECT count(*) FROM listed", []) { $0.integer(0) } }
                == 5000)
        let gate = try festival.gate(onPack: path)
        let outcomes = gate.decide(try festival.tokens().map { Scan($0) }).map(\.outcome)
        #expect(outcomes.count == 5000 && outcomes.allSatisfy { $0 == .admit(again: false) })
        let check = try GatePackFile.open(path).check()
        #expect(check.isIntact && check.faults.isEmpty, "\(check.faults) \(check.wrongCounters)")
        guard case .kept = check.pageChecksums else { throw Surprise("no checksums") }
    }

    @Test("A reissue that only the audit trail contains is copied to the table of earlier issues")
    func earlierIssues() throws {
        let festival = try Festival()
        let old = try festival.issue(1)[0]
        let code = try festival.ticket(of: old).code
        var ring = festival.ring
        try ring.generate(at: Festival.start)
        let second = try festival.token(
            of: festival.services.tickets.reissue(code, of: festival.event, signingWith: ring), ring)
        _ = try festival.services.tickets.transfer(code, of: festival.event, to: "Grace", email: nil, signingWith: ring)
        let remembered = try festival.store.read { try $0.earlierIssues.everything(of: festival.event.number) }
        #expect(remembered.map(\.issue) == [0, 1] && remembered.map(\.key) == [1, 2])
        try festival.tamper("DELETE FROM earlier_issue")
        try festival.store.write { try $0.earlierIssues.backfillFromAuditTrails() }
        #expect(try festival.store.read { try $0.earlierIssues.everything(of: festival.event.number) } == remembered)
        // If the table of earlier issues does not contain the reissue, the pack assumes that any key of the key ring
        // may have signed the old token.
        for script in ["SELECT 1", "DELETE FROM earlier_issue"] {
            try festival.tamper(script)
            let path = festival.folder("\(script.count).gate")
            _ = try festival.services.gatePacks.createGatePack(
                of: festival.event, GatePackRequest(name: "Laptop"), verifyingWith: ring, at: path)
            let gate = try festival.gate(onPack: path)
            for token in [old, second] {
                #expect(gate.decide(Scan(token)).outcome == .refuse(.superseded(since: Festival.start)))
            }
        }
    }
}

extension EarlierIssues {
    fileprivate func everything(of event: EventNumber) throws -> [IssuedToken] {
        var found: [IssuedToken] = []
        try forEach(of: event) { found.append($0) }
        return found
    }
}

extension Festival {
    fileprivate func token(of ticket: Ticket, _ ring: KeyRing) throws -> String {
        try TicketSigner(ring).encodedToken(ofIssued: ticket.claims(of: event))
    }
}

extension Store {
    fileprivate static func withBackupRefused(_ path: String, _ folder: String) throws -> StoreError? {
        do {
            try withBackup(at: path, workingIn: folder) { _ in }
            return nil
        } catch let error as StoreError {
            return error
        }
    }
}
