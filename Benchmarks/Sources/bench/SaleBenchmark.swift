import Foundation
import Management
import Store
import Ticketing

private let sellers = 8
private let salesEach = 250

/// Measures how fast eight processes sell tickets of one type concurrently on PostgreSQL. The type's quantity is
/// limited. The processes are compared with pgbench, which runs only the SQL statements of an order.
func selling(_ program: String) throws -> [BenchmarkRow] {
    let work =
        "one sale of a type with a limited quantity, 8 processes at once, PostgreSQL, vs. pgbench with the same statements"
    if let tool = Shell.missing(Engine.postgreSQL.tools + ["pgbench"]) {
        return [.leftOut(work, bar: 1 / 0.6, without: tool)]
    }
    let hall = try Hall(.postgreSQL, "sale")
    // The tickets need a price, because an order of free tickets would be complete at once.
    _ = try hall.services.ticketTypes.editTicketType(hall.types[0].number, of: hall.event) {
        $0.price = Money("5000 UGX")
    }
    let script = "\(FileManager.default.currentDirectoryPath)/.build/stage/sale.sql"
    try Data(statements(in: hall).utf8).write(to: URL(filePath: script))
    var bare: [Double] = []
    var ours: [Double] = []
    for _ in 0..<5 {
        bare.append(try Crowd.pgbench(sellers, times: salesEach, script: script, at: hall.location).time)
        ours.append(
            try Crowd.run(sellers, ["sell", hall.location, hall.event.slug]).time / Double(sellers * salesEach))
    }
    return [
        BenchmarkRow(
            work: work, bare: median(bare), ours: median(ours), bar: 1 / 0.6,
            remark: "\(Int(1e9 / median(ours))) a second, pgbench \(Int(1e9 / median(bare)))")
    ]
}

/// Runs one of the eight selling processes.
func sell(_ arguments: [String]) throws {
    guard arguments.count == 4 else { throw Trouble("usage: sell STORE EVENT NUMBER") }
    let store = try Store.open(.postgreSQL(try PostgreSQLAddress(url: arguments[1])))
    let services = try ManagementServices.signIn(to: store, clock: Stage.now)
    let event = try services.events.event(named: arguments[2])
    let type = try services.ticketTypes.ticketType(named: "Regular", of: event)
    let draft = OrderDraft(lines: [OrderDraft.Line(type: type.number, count: 1)], name: "Grace Nakato")
    // The first orders are not measured: during them, the process connects to the server, and the server prepares every
    // statement.
    for _ in 0..<8 { _ = try services.orders.createOrder(draft, of: event) }
    try Crowd.participate { for _ in 0..<salesEach { _ = try services.orders.createOrder(draft, of: event) } }
}

/// An order's statements, as a pgbench script.
private func statements(in hall: Hall) -> String {
    let event = hall.event.number.rawValue
    let type = hall.types[0].number.rawValue
    let organizer = hall.event.organizer.rawValue
    return """
        \\set number random(1, 1099511627775)
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        SELECT role FROM membership WHERE organizer = \(organizer) AND person = \(hall.services.user.id.rawValue);
        SELECT organizer FROM event WHERE number = \(event);
        SELECT * FROM event WHERE number = \(event);
        SELECT * FROM ticket_type WHERE event = \(event) ORDER BY number;
        INSERT INTO ticket_order (event, number, buyer, total, status, created, expires, holding)
            VALUES (\(event), :number, 'Grace Nakato', 0, 'pending', 1, 4102444800000, 1) ON CONFLICT DO NOTHING;
        INSERT INTO order_line (event, ticket_order, type, count, price, admits)
            VALUES (\(event), :number, \(type), 1, 0, 1);
        UPDATE ticket_order SET holding = 0
            WHERE event = \(event) AND holding = 1 AND expires <= 1 RETURNING number;
        UPDATE ticket_type SET reserved = reserved + 1
            WHERE event = \(event) AND number = \(type) AND (quantity IS NULL OR issued + reserved + 1 <= quantity);
        UPDATE event SET reserved = reserved + 1 WHERE number = \(event)
            AND (capacity IS NULL OR people + reserved + 1 <= capacity) AND status <> 'cancelled' AND deleted IS NULL;
        INSERT INTO audit_head (organizer, sequence, hash) VALUES (\(organizer), 0, '') ON CONFLICT DO NOTHING;
        SELECT sequence, length(hash) AS size FROM audit_head WHERE organizer = \(organizer) FOR UPDATE \\gset
        INSERT INTO audit (organizer, sequence, at, person, action, event, subject_kind, subject_id, before, after, hash)
            VALUES (\(organizer), :sequence + 1, 1, \(hall.services.user.id.rawValue), 'order create', \(event), 'order',
                :number, '{}', '{"buyer":"Grace Nakato","status":"pending"}', 'a hash has 32 bytes: 0123456789a');
        UPDATE audit_head SET sequence = :sequence + 1, hash = 'a hash has 32 bytes: 0123456789a'
            WHERE organizer = \(organizer);
        COMMIT;

        """
}
