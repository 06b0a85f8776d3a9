import Foundation
import Management
import Ticketing

private let guests = 100_000

/// Measures the import of guests and their invitations to one sub-event into PostgreSQL. The time is compared with the
/// sum of two times: a Python program parses the list, and psql copies the same rows into another store with the same
/// indexes and foreign keys. psql uses COPY, which is the fastest way to insert rows.
func importingOnServer() throws -> BenchmarkRow {
    let work = "import 100,000 guests from CSV into PostgreSQL, vs. Python reading it and COPY of the same rows"
    if let tool = Shell.missing(Engine.postgreSQL.tools + ["python3"]) {
        return BenchmarkRow.leftOut(work, bar: 3, without: tool)
    }
    let folder = "\(FileManager.default.currentDirectoryPath)/.build/stage"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let list = "\(folder)/guests-server.csv"
    let rows = (0..<guests).map { index in
        "Grace Nakato \(index),Household \(index / 2),guest\(index)@example.org,"
            + "+256700\(100_000 + index),\(index % 3),yes"
    }
    try Data(("name,household,email,phone,companions,ceremony\n" + rows.joined(separator: "\n")).utf8)
        .write(to: URL(filePath: list))
    let reading =
        "import csv, sys; print(sum(1 for row in csv.reader(open(sys.argv[1], newline='', encoding='utf-8'))))"
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [Double] = []
    for round in 0..<3 {
        let (target, other) = (try Hall(.postgreSQL, "import"), try Hall(.postgreSQL, "import-bare"))
        for hall in [target, other] {
            _ = try hall.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: hall.event)
        }
        let script = "\(folder)/copy-\(round).sql"
        try Data(copying(into: other.event.number).utf8).write(to: URL(filePath: script))
        bare.append(
            try clock.measure {
                try Shell.run(["python3", "-c", reading, list])
                try Shell.run(["psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-f", script, other.location])
            } / .nanoseconds(1))
        ours.append(
            try clock.measure {
                let summary = try target.services.guests.importGuests(path: list, into: target.event)
                guard summary.added == guests, summary.invited == guests else { throw Trouble("\(summary)") }
            } / .nanoseconds(1))
    }
    return BenchmarkRow(work: work, bare: median(bare), ours: median(ours), bar: 3)
}

/// A psql script that inserts the rows with COPY, in one transaction.
private func copying(into event: EventNumber) -> String {
    func copy(_ table: String, _ count: Int, _ row: (Int) -> String) -> String {
        "COPY \(table) FROM STDIN;\n" + (0..<count).map { row($0) + "\n" }.joined() + "\\.\n"
    }
    let households = copy("household (event, number, name, folded_name)", guests / 2) { index in
        "\(event)\t\(index + 1)\tHousehold \(index)\thousehold \(index)"
    }
    let columns = "event, number, household, name, folded_name, email, phone, companions"
    let people = copy("guest (\(columns))", guests) { index in
        "\(event)\t\(index + 1)\t\(index / 2 + 1)\tGrace Nakato \(index)\tgrace nakato \(index)"
            + "\tguest\(index)@example.org\t+256700\(100_000 + index)\t\(index % 3)"
    }
    let invitations = copy("invitation (event, guest, sub_event)", guests) { "\(event)\t\($0 + 1)\t1" }
    return "BEGIN;\n\(households)\(people)\(invitations)COMMIT;\n"
}
