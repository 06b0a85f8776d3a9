import Gate
import SimulatedDisk
import Testing
import Ticketing

@testable import Store

/// A fault that a test injects into a simulated evening, during which several programs scan the tickets of one event.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// SQL statements that change the schema or rows before the evening begins.
    var schema: [String] = []
    /// Wraps the program's engine; nil for no wrapper.
    var engine: (@Sendable (any StoreEngine) -> any StoreEngine)?
    /// Whether another program decides about the same ticket between this program's reads and writes, as if there were
    /// no locks.
    var overlaps = false
    /// Whether a program opens the files of its open store a second time, and closes the new descriptors. The
    /// operating system then releases the program's locks on the files.
    var closesDescriptor = false
    var befall: @Sendable (SimulatedDisk) -> Void = { _ in }
    /// Changes the verdict that the gate's staff see.
    var displayed: @Sendable (Verdict.Outcome) -> Verdict.Outcome = { $0 }
    /// Changes the request ID that reaches the gate.
    var request: @Sendable (String?) -> String? = { $0 }

    var testDescription: String { name }

    func plant(in store: Store) throws {
        try store.write { connection in
            for statement in schema { try connection.execute(statement, []) }
        }
    }

    /// Adds the fault to the store that a program has opened.
    func prepare(_ store: Store, _ interruption: Interruption) -> Store {
        if let engine { return Store(engine: engine(store.engine)) }
        return overlaps ? Store(engine: EngineThatOverlaps(store.engine, interruption)) : store
    }

    static let all = [
        PlantedFault(name: "the disk reports a sync that it did not do", befall: { $0.lieAboutSyncs() }),
        PlantedFault(
            name: "after a failed sync, writing the same bytes to the log again does nothing",
            befall: { $0.leaveOutEqualWrites() }),
        PlantedFault(name: "a program opens the store's files a second time and closes them", closesDescriptor: true),
        PlantedFault(
            name: "a verdict is shown although its transaction was rolled back", engine: { EngineThatRollsBack($0) }),
        PlantedFault(name: "a retried transaction keeps the first try's changes", engine: { EngineThatRepeats($0) }),
        PlantedFault(name: "request IDs are ignored", request: { _ in nil }),
        PlantedFault(
            name: "an undecided scan is shown as an admission",
            displayed: { if case .undecided = $0 { .admit(again: false) } else { $0 } }),
        PlantedFault(
            name: "a repeated scan is shown as an admission", displayed: { $0 == .repeat ? .admit(again: false) : $0 }),
        PlantedFault(
            name: "the slot of an admission is deleted",
            schema: [
                """
                CREATE TRIGGER fault AFTER INSERT ON admission_slot WHEN NEW.inside = 1 BEGIN
                    DELETE FROM admission_slot WHERE event = NEW.event AND serial = NEW.serial AND slot = NEW.slot; END
                """
            ]),
        PlantedFault(
            name: "a vacated slot stays occupied",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON admission_slot WHEN OLD.inside = 1 AND NEW.inside = 0 BEGIN
                    UPDATE admission_slot SET inside = 1
                    WHERE event = NEW.event AND serial = NEW.serial AND slot = NEW.slot; END
                """
            ]),
        PlantedFault(
            name: "a cancelled ticket stays active",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON ticket WHEN NEW.status = 'cancelled' BEGIN
                    UPDATE ticket SET status = 'issued' WHERE event = NEW.event AND serial = NEW.serial; END
                """
            ]),
        PlantedFault(
            name: "a replaced ticket stays active",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON ticket WHEN NEW.issue > OLD.issue BEGIN
                    UPDATE ticket SET issue = OLD.issue WHERE event = NEW.event AND serial = NEW.serial; END
                """
            ]),
        PlantedFault(
            name: "records are ordered by the wall clock",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON device WHEN NEW.hybrid_clock <> 0 BEGIN
                    UPDATE device SET hybrid_clock = 0 WHERE id = NEW.id; UPDATE admission_slot SET clock = 0; END
                """
            ]),
        PlantedFault(
            name: "a chain's head does not advance",
            schema: [
                """
                CREATE TRIGGER fault AFTER UPDATE ON device WHEN NEW.sequence > OLD.sequence BEGIN
                    UPDATE device SET sequence = OLD.sequence WHERE id = NEW.id; END
                """
            ]),
        PlantedFault(
            name: "a record is lost",
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
        PlantedFault(
            name: "an undo is ignored",
            schema: [trigger("BEFORE DELETE ON admission_slot", "SELECT RAISE(IGNORE)")]),
        PlantedFault(
            name: "a daily ticket is admitted twice a day",
            schema: [
                trigger(
                    "AFTER INSERT ON admission_slot WHEN NEW.slot >= 1024",
                    "UPDATE admission_slot SET slot = slot + 1024000 WHERE \(sameSlot)")
            ]),
        PlantedFault(
            name: "an exit also deletes the admission",
            schema: [
                trigger(
                    "AFTER UPDATE ON admission_slot WHEN OLD.inside = 1 AND NEW.inside = 0",
                    "DELETE FROM admission_slot WHERE \(sameSlot)")
            ]),
        PlantedFault(
            name: "the entries of a slot are not counted",
            schema: [
                trigger(
                    "AFTER UPDATE ON admission_slot WHEN NEW.entries > 1",
                    "UPDATE admission_slot SET entries = 1 WHERE \(sameSlot)")
            ]),
        PlantedFault(
            name: "a single-entry ticket is admitted again after an exit",
            schema: ["UPDATE ticket_type SET reentry = 'after-exit' WHERE reentry = 'never'"]),
        PlantedFault(name: "the hours of a ticket type are ignored", schema: ["UPDATE ticket_type SET hours = NULL"]),
        PlantedFault(
            name: "people inside at the second sub-event are not counted",
            schema: [
                trigger(
                    "AFTER UPDATE ON occupancy WHEN NEW.sub_event > 1 AND NEW.inside > 0",
                    "UPDATE occupancy SET inside = 0 WHERE \(theCount)")
            ]),
        PlantedFault(
            name: "an exit frees no capacity",
            schema: [
                trigger(
                    "AFTER UPDATE ON occupancy WHEN NEW.inside < OLD.inside",
                    "UPDATE occupancy SET inside = OLD.inside WHERE \(theCount)")
            ]),
        PlantedFault(
            name: "daily tickets use no capacity",
            schema: [
                trigger(
                    "AFTER INSERT ON occupancy WHEN NEW.day > 0", "UPDATE occupancy SET inside = 0 WHERE \(theCount)")
            ]),
        PlantedFault(
            name: "a manual admission is not recorded",
            schema: [
                trigger("BEFORE INSERT ON record WHEN NEW.direction = 'override'", "SELECT RAISE(IGNORE)")
            ]),
        PlantedFault(
            name: "guests with a cancelled ticket count as having left",
            schema: [
                trigger(
                    "AFTER UPDATE ON ticket WHEN NEW.status = 'cancelled'",
                    "UPDATE admission_slot SET inside = 0 WHERE event = NEW.event AND serial = NEW.serial")
            ]),
        PlantedFault(
            name: "earlier decisions are not looked up, and the unique index that prevents second decisions is missing",
            schema: ["DROP INDEX record_request"], engine: { EngineThatForgets($0, where: "AND request = $2") }),
        PlantedFault(
            name: "two programs decide concurrently, and the slots have no key", schema: slotsWithoutKey,
            overlaps: true),
    ]

    /// The two halves of the last fault in `all`: overlapping decisions, and slots without a primary key. Each half
    /// alone is harmless: if the decisions overlap, the primary key prevents a second admission; if the slots have no
    /// primary key, the lock on the ticket prevents it.
    static let harmless = [
        PlantedFault(name: "two programs decide concurrently, and the slots have a key", overlaps: true),
        PlantedFault(name: "the slots have no key, but programs wait for the lock", schema: slotsWithoutKey),
    ]

    private static let sameSlot =
        "event = NEW.event AND serial = NEW.serial AND sub_event = NEW.sub_event AND slot = NEW.slot"
    private static let theCount = "event = NEW.event AND sub_event = NEW.sub_event AND day = NEW.day"

    private static func trigger(_ moment: String, _ action: String) -> String {
        "CREATE TRIGGER fault \(moment) BEGIN \(action); END"
    }

    private static let slotsWithoutKey = [
        """
        CREATE TABLE loose (
            event INTEGER, serial INTEGER, sub_event INTEGER, slot INTEGER, inside INTEGER, first_at INTEGER,
            first_gate TEXT, last_at INTEGER, last_gate TEXT, entries INTEGER DEFAULT 1, clock INTEGER DEFAULT 0)
        """, "DROP TABLE admission_slot", "ALTER TABLE loose RENAME TO admission_slot",
    ]
}
