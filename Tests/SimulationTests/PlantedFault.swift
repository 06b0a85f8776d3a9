import Gate
import SimulatedDisk
import Synchronization
import Testing
import Ticketing

@testable import Store

/// A fault that is put into a simulated evening from outside: into the schema, the store, the disk, or between a gate and
/// its people.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// A trigger of the schema.
    var trigger: String?
    /// What stands between the program and its store.
    var engine: (@Sendable (any StoreEngine) -> any StoreEngine)?
    var befall: @Sendable (SimulatedDisk) -> Void = { _ in }
    /// What the gate's people see of a verdict.
    var shown: @Sendable (Verdict.Outcome) -> Verdict.Outcome = { $0 }
    /// The id that goes to the gate with a request.
    var request: @Sendable (String?) -> String? = { $0 }

    var testDescription: String { name }

    /// The store that a program gets in place of the one that it has opened.
    func prepare(_ store: Store) throws -> Store {
        if let trigger { try store.write { _ = try $0.execute(trigger, []) } }
        return engine.map { Store(engine: $0(store.engine)) } ?? store
    }

    static let all = [
        PlantedFault(name: "the disk says that it has synced, and has not", befall: { $0.lieAboutSyncs() }),
        PlantedFault(
            name: "a log that was left there after a failed sync is not written anew",
            befall: { $0.leaveOutEqualWrites() }),
        PlantedFault(name: "an answer is shown before it is committed", engine: { EngineThatTakesBack($0) }),
        PlantedFault(name: "a transaction that is run again keeps what it had done", engine: { EngineThatRepeats($0) }),
        PlantedFault(name: "no request is known again", request: { _ in nil }),
        PlantedFault(
            name: "trouble is shown as an admission",
            shown: { if case .undecided = $0 { .admit(again: false) } else { $0 } }),
        PlantedFault(name: "a repeat is shown as an admission", shown: { $0 == .repeat ? .admit(again: false) : $0 }),
        PlantedFault(
            name: "a place that was taken is free",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER INSERT ON place WHEN NEW.inside = 1 BEGIN
                    DELETE FROM place WHERE event = NEW.event AND serial = NEW.serial AND place = NEW.place; END
                """),
        PlantedFault(
            name: "a place that was left stays taken",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER UPDATE ON place WHEN OLD.inside = 1 AND NEW.inside = 0 BEGIN
                    UPDATE place SET inside = 1
                    WHERE event = NEW.event AND serial = NEW.serial AND place = NEW.place; END
                """),
        PlantedFault(
            name: "a cancelled ticket stands",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER UPDATE ON ticket WHEN NEW.status = 'cancelled' BEGIN
                    UPDATE ticket SET status = 'issued' WHERE event = NEW.event AND serial = NEW.serial; END
                """),
        PlantedFault(
            name: "a replaced ticket stands beside the new one",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER UPDATE ON ticket WHEN NEW.issue > OLD.issue BEGIN
                    UPDATE ticket SET issue = OLD.issue WHERE event = NEW.event AND serial = NEW.serial; END
                """),
        PlantedFault(
            name: "records are in the order of the wall clock",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER UPDATE ON device WHEN NEW.hybrid_clock <> 0 BEGIN
                    UPDATE device SET hybrid_clock = 0 WHERE id = NEW.id; UPDATE place SET clock = 0; END
                """),
        PlantedFault(
            name: "a chain's head stays where it was",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER UPDATE ON device WHEN NEW.sequence > OLD.sequence BEGIN
                    UPDATE device SET sequence = OLD.sequence WHERE id = NEW.id; END
                """),
        PlantedFault(
            name: "a record is not kept",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER INSERT ON record WHEN NEW.sequence % 5 = 0 BEGIN
                    DELETE FROM record WHERE device = NEW.device AND sequence = NEW.sequence; END
                """),
        PlantedFault(
            name: "a record is edited later",
            trigger: """
                CREATE TRIGGER IF NOT EXISTS fault AFTER INSERT ON record BEGIN
                    UPDATE record SET gate = 'Nowhere' WHERE device = NEW.device AND sequence = NEW.sequence - 5; END
                """),
    ]
}

/// Says now and then that a transaction was committed, and takes it back.
private struct EngineThatTakesBack: StoreEngine {
    private struct TakenBack: Error {}

    let engine: any StoreEngine
    private let count = Counter()

    init(_ engine: any StoreEngine) { self.engine = engine }

    var path: String { engine.path }
    var losesAnswers: Bool { engine.losesAnswers }

    func finishLog() throws { try engine.finishLog() }

    func read<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result { try engine.read(work) }

    func write<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        guard count.next() % 9 == 0 else { return try engine.write(work) }
        var shown: Result?
        do {
            try engine.write { connection in
                shown = try work(connection)
                throw TakenBack()
            }
        } catch is TakenBack {}
        guard let shown else { return try engine.write(work) }
        return shown
    }
}

/// Runs work twice now and then, as if the first time had been in another's way, and does not begin anew.
private struct EngineThatRepeats: StoreEngine {
    let engine: any StoreEngine
    private let count = Counter()

    init(_ engine: any StoreEngine) { self.engine = engine }

    var path: String { engine.path }
    var losesAnswers: Bool { engine.losesAnswers }

    func finishLog() throws { try engine.finishLog() }

    func read<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result { try engine.read(work) }

    func write<Result>(_ work: (any EngineConnection) throws -> Result) throws -> Result {
        guard count.next() % 9 == 0 else { return try engine.write(work) }
        return try engine.write { connection in
            _ = try work(connection)
            return try work(connection)
        }
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}
