import Testing

@testable import Store

/// A fault that a test injects into a simulated world of several sites (a main store and gate packs).
struct SitesFault: Sendable, CustomTestStringConvertible {
    let name: String
    /// A trigger for the main store's schema; nil for no trigger.
    var services: String?
    /// A trigger for a pack's connection; nil for no trigger.
    var pack: String?
    /// Wraps the main store's engine; nil for no wrapper.
    var engine: (@Sendable (any StoreEngine) -> any StoreEngine)?
    /// Whether a program with two connections opens the store's files again, and closes the new descriptors. The
    /// operating system then releases the program's locks on the files.
    var closesDescriptor = false

    var testDescription: String { name }

    /// Adds the fault to the store that the main store's program has opened.
    func prepareMainStore(_ store: Store) throws -> Store {
        if let services { try store.write { _ = try $0.execute(services, []) } }
        return engine.map { Store(engine: $0(store.engine)) } ?? store
    }

    func preparePack(_ store: Store) throws {
        if let pack { try store.write { _ = try $0.execute(pack, []) } }
    }

    /// All faults. In their SQL, `zeroblob(16)` is the main store's device ID.
    static let all = [
        SitesFault(name: "a program opens the store's files a second time and closes them", closesDescriptor: true),
        SitesFault(
            name: "a merge skips a record",
            services: trigger(
                "AFTER INSERT ON record WHEN NEW.device <> zeroblob(16) AND NEW.verdict <> 'merge'",
                "DELETE FROM record WHERE device = NEW.device AND sequence = NEW.sequence AND sequence % 3 = 0")),
        SitesFault(
            name: "a merge adds a record twice",
            services: trigger(
                "AFTER INSERT ON record WHEN NEW.device <> zeroblob(16)",
                """
                INSERT OR IGNORE INTO record (\(AdmissionLedger.columns))
                SELECT X'00000000000000000000000000000007', \(AdmissionLedger.columns.split(separator: ",").dropFirst()
                    .joined(separator: ",").replacing(" request,", with: " NULL,")) FROM record
                WHERE device = NEW.device AND sequence = NEW.sequence
                """)),
        SitesFault(
            name: "a merge does not rebuild the slots",
            services: trigger("BEFORE INSERT ON admission_slot WHEN NEW.last_gate <> 'Main'", "SELECT RAISE(IGNORE)")),
        SitesFault(
            name: "double admissions are not reported",
            services: trigger("BEFORE INSERT ON conflict", "SELECT RAISE(IGNORE)")),
        SitesFault(
            name: "a double admission is listed twice",
            services: trigger(
                "AFTER INSERT ON conflict",
                """
                INSERT OR IGNORE INTO conflict
                SELECT event, serial, sub_event, earlier_device, earlier_sequence, earlier_at, earlier_gate,
                    earlier_clock, later_device, later_sequence, later_at, later_gate, later_clock, people, reported
                FROM conflict
                WHERE later_device = NEW.later_device AND later_sequence = NEW.later_sequence
                """)),
        SitesFault(
            name: "the later of two admissions counts as valid",
            services: trigger(
                "AFTER INSERT ON conflict",
                """
                UPDATE conflict SET later_device = earlier_device, later_sequence = earlier_sequence,
                    earlier_device = later_device, earlier_sequence = later_sequence
                WHERE later_device = NEW.later_device AND later_sequence = NEW.later_sequence
                """)),
        SitesFault(
            name: "a pack does not receive double admissions",
            pack: passingTrigger("BEFORE INSERT ON conflict WHEN NEW.reported = 1", "SELECT RAISE(IGNORE)")),
        SitesFault(
            name: "a refresh keeps the pack's old number",
            pack: passingTrigger("AFTER UPDATE OF number ON gate_pack", "UPDATE gate_pack SET number = OLD.number")),
        SitesFault(
            name: "a refresh omits cancelled tickets",
            pack: passingTrigger(
                "AFTER UPDATE ON ticket WHEN NEW.status <> 'issued'",
                "UPDATE ticket SET status = 'issued' WHERE event = NEW.event AND serial = NEW.serial")),
        SitesFault(
            name: "a refresh omits reissued tickets",
            pack: passingTrigger(
                "AFTER UPDATE ON ticket WHEN NEW.issue > OLD.issue",
                "UPDATE ticket SET issue = OLD.issue WHERE event = NEW.event AND serial = NEW.serial")),
        SitesFault(
            name: "a refresh omits tickets sold since the pack's creation",
            pack: passingTrigger("BEFORE INSERT ON listed", "SELECT RAISE(IGNORE)")),
        SitesFault(
            name: "a fork replaces the existing branch",
            services: trigger(
                "AFTER INSERT ON chain_branch",
                "DELETE FROM record WHERE device = NEW.parent AND sequence > NEW.base")),
        SitesFault(
            name: "queries find no record of a merge",
            engine: { EngineThatForgets($0, where: "verdict = 'merge'") }),
        SitesFault(
            name: "records are ordered by the wall clocks",
            services: trigger(
                "AFTER UPDATE ON device WHEN NEW.hybrid_clock <> 0",
                "UPDATE device SET hybrid_clock = 0 WHERE id = NEW.id; UPDATE admission_slot SET clock = 0")),
    ]

    private static func trigger(_ moment: String, _ body: String) -> String {
        "CREATE TRIGGER IF NOT EXISTS fault \(moment) BEGIN \(body); END"
    }

    /// The SQL of a trigger that exists on one connection only. A permanent trigger is not possible, because gates
    /// refuse a pack whose schema has a trigger.
    private static func passingTrigger(_ moment: String, _ body: String) -> String {
        "CREATE TEMP TRIGGER IF NOT EXISTS fault \(moment) BEGIN \(body); END"
    }
}
