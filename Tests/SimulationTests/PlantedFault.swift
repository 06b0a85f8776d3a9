import Gate
import SimulatedDisk
import Testing
import Ticketing

@testable import Store

/// A fault that is put into a simulated evening from outside: into the schema, the store, the disk, or between a gate and
/// its people.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// What is done to the schema, or to rows, before the evening begins.
    var schema: [String] = []
    /// What stands between the program and its store.
    var engine: (@Sendable (any StoreEngine) -> any StoreEngine)?
    /// Whether another program decides about the same ticket between what this one reads and what it writes, as if
    /// nobody waited for turns.
    var overlaps = false
    /// Whether a program that has the store open looks at its files once more, and closes those descriptors.
    var closesDescriptor = false
    var befall: @Sendable (SimulatedDisk) -> Void = { _ in }
    /// What the gate's people see of a verdict.
    var shown: @Sendable (Verdict.Outcome) -> Verdict.Outcome = { $0 }
    /// The id that goes to the gate with a request.
    var request: @Sendable (String?) -> String? = { $0 }

    var testDescription: String { name }

    /// Changes the store of the evening.
    func plant(in store: Store) throws {
        try store.write { connection in
            for statement in schema { try connection.execute(statement, []) }
        }
    }

    /// The store that a program gets in place of the one that it has opened.
    func prepare(_ store: Store, _ interruption: Interruption) -> Store {
        if let engine { return Store(engine: engine(store.engine)) }
        return overlaps ? Store(engine: EngineThatOverlaps(store.engine, interruption)) : store
    }

    static let all = [
        PlantedFault(name: "the disk says that it has synced, and has not", befall: { $0.lieAboutSyncs() }),
        PlantedFault(
            name: "a log that was left there after a failed sync is not written anew",
            befall: { $0.leaveOutEqualWrites() }),
        PlantedFault(name: "a second look at the files closes descriptors", closesDescriptor: true),
        PlantedFault(name: "an answer is shown before it is committed", engine: { EngineThatTakesBack($0) }),
        PlantedFault(name: "a transaction that is run again keeps what it had done", engine: { EngineThatRepeats($0) }),
        PlantedFault(name: "no request is known again", request: { _ in nil }),
        PlantedFault(
            name: "trouble is shown as an admission",
            shown: { if case .undecided = $0 { .admit(again: false) } else { $0 } }),
        PlantedFault(name: "a repeat is shown as an admission", shown: { $0 == .repeat ? .admit(again: false) : $0 }),
        PlantedFault(
            name: "a place that was taken is free",
            schema: [
                """
                CREATE TRIGGER fault AFTER INSERT ON place WHEN NEW.inside = 1 BEGIN
                    DELETE FROM place WHERE event = NEW.event AND serial = NEW.serial AND place = NEW.place; END
                """
            ]),
        PlantedFault(
            name: "a place that was left stays taken",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON place WHEN OLD.inside = 1 AND NEW.inside = 0 BEGIN
                    UPDATE place SET inside = 1
                    WHERE event = NEW.event AND serial = NEW.serial AND place = NEW.place; END
                """
            ]),
        PlantedFault(
            name: "a cancelled ticket stands",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON ticket WHEN NEW.status = 'cancelled' BEGIN
                    UPDATE ticket SET status = 'issued' WHERE event = NEW.event AND serial = NEW.serial; END
                """
            ]),
        PlantedFault(
            name: "a replaced ticket stands beside the new one",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON ticket WHEN NEW.issue > OLD.issue BEGIN
                    UPDATE ticket SET issue = OLD.issue WHERE event = NEW.event AND serial = NEW.serial; END
                """
            ]),
        PlantedFault(
            name: "records are in the order of the wall clock",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON device WHEN NEW.hybrid_clock <> 0 BEGIN
                    UPDATE device SET hybrid_clock = 0 WHERE id = NEW.id; UPDATE place SET clock = 0; END
                """
            ]),
        PlantedFault(
            name: "a chain's head stays where it was",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON device WHEN NEW.sequence > OLD.sequence BEGIN
                    UPDATE device SET sequence = OLD.sequence WHERE id = NEW.id; END
                """
            ]),
        PlantedFault(
            name: "a record is not kept",
            schema: [
                """
                CREATE TRIGGER fault AFTER INSERT ON record WHEN NEW.sequence % 5 = 0 BEGIN
                    DELETE FROM record WHERE device = NEW.device AND sequence = NEW.sequence; END
                """
            ]),
        PlantedFault(
            name: "a record is edited later",
            schema: [
                """
                CREATE TRIGGER fault AFTER INSERT ON record BEGIN
                    UPDATE record SET gate = 'Nowhere' WHERE device = NEW.device AND sequence = NEW.sequence - 5; END
                """
            ]),
        PlantedFault(name: "an undo is ignored", schema: [trigger("BEFORE DELETE ON place", "SELECT RAISE(IGNORE)")]),
        PlantedFault(
            name: "a ticket for each day comes in twice a day",
            schema: [
                trigger(
                    "AFTER INSERT ON place WHEN NEW.place >= 1024",
                    "UPDATE place SET place = place + 1024000 WHERE \(thePlace)")
            ]),
        PlantedFault(
            name: "who has left has never been there",
            schema: [
                trigger(
                    "AFTER UPDATE ON place WHEN OLD.inside = 1 AND NEW.inside = 0",
                    "DELETE FROM place WHERE \(thePlace)")
            ]),
        PlantedFault(
            name: "nobody counts how often a place was taken",
            schema: [
                trigger("AFTER UPDATE ON place WHEN NEW.entries > 1", "UPDATE place SET entries = 1 WHERE \(thePlace)")
            ]),
        PlantedFault(
            name: "who has come in once may come again",
            schema: ["UPDATE ticket_type SET reentry = 'after-exit' WHERE reentry = 'never'"]),
        PlantedFault(name: "no hours are kept", schema: ["UPDATE ticket_type SET hours = NULL"]),
        PlantedFault(
            name: "a limit counts only one hall",
            schema: [
                trigger(
                    "AFTER UPDATE ON occupancy WHEN NEW.function > 1 AND NEW.inside > 0",
                    "UPDATE occupancy SET inside = 0 WHERE \(theCount)")
            ]),
        PlantedFault(
            name: "who leaves makes no room",
            schema: [
                trigger(
                    "AFTER UPDATE ON occupancy WHEN NEW.inside < OLD.inside",
                    "UPDATE occupancy SET inside = OLD.inside WHERE \(theCount)")
            ]),
        PlantedFault(
            name: "tickets that count by days take no room",
            schema: [
                trigger(
                    "AFTER INSERT ON occupancy WHEN NEW.day > 0", "UPDATE occupancy SET inside = 0 WHERE \(theCount)")
            ]),
        PlantedFault(
            name: "who is let in by hand is not written down",
            schema: [
                trigger("BEFORE INSERT ON record WHEN NEW.direction = 'override'", "SELECT RAISE(IGNORE)")
            ]),
        PlantedFault(
            name: "whose ticket is cancelled is taken for gone",
            schema: [
                trigger(
                    "AFTER UPDATE ON ticket WHEN NEW.status = 'cancelled'",
                    "UPDATE place SET inside = 0 WHERE event = NEW.event AND serial = NEW.serial")
            ]),
        PlantedFault(
            name: "nobody asks whether a request was decided, and no key tells",
            schema: ["DROP INDEX record_request"], engine: { EngineThatForgets($0, where: "AND request = $2") }),
        PlantedFault(
            name: "two programs decide at once, and no key tells", schema: placesWithoutKey, overlaps: true),
    ]

    /// Each half of the last fault, by which nothing happens: so it is the key that keeps the second out.
    static let harmless = [
        PlantedFault(name: "two programs decide at once, and a key tells", overlaps: true),
        PlantedFault(name: "no key, and everybody waits for their turn", schema: placesWithoutKey),
    ]

    private static let thePlace =
        "event = NEW.event AND serial = NEW.serial AND function = NEW.function AND place = NEW.place"
    private static let theCount = "event = NEW.event AND function = NEW.function AND day = NEW.day"

    private static func trigger(_ moment: String, _ action: String) -> String {
        "CREATE TRIGGER fault \(moment) BEGIN \(action); END"
    }

    private static let placesWithoutKey = [
        """
        CREATE TABLE loose (
            event INTEGER, serial INTEGER, function INTEGER, place INTEGER, inside INTEGER, first_at INTEGER,
            first_gate TEXT, last_at INTEGER, last_gate TEXT, entries INTEGER DEFAULT 1, clock INTEGER DEFAULT 0)
        """, "DROP TABLE place", "ALTER TABLE loose RENAME TO place",
    ]
}
