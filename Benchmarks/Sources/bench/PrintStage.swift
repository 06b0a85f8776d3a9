import Foundation
import Management
import Printing
import Store
import TicketToken
import Ticketing

/// An event with tickets that have holders, and the layout of the sheets that the benchmarks print.
struct PrintStage {
    let stage: Stage
    let program: String
    let count: Int

    /// The path of the layout that all benchmarks use: ten tickets on an A4 page.
    static let layout = "../Samples/Layouts/a4-10.json"
    /// The event's details as they are printed on each ticket.
    static let event: [TicketField: String] = [
        .event: "Big Night", .date: "Thursday, January 1, 2099 at 6:00 PM", .venue: "Lido",
    ]

    private static let holders = [
        "Grace Nakato", "Sarah Auma", "Okello Peter", "Wang Li", "Nalubega Josephine Catherine",
        "Muhammad Ssemakula Kiwanuka",
    ]

    init(_ name: String, program: String, tickets count: Int) throws {
        stage = try Stage(name, program: program, tickets: 0)
        self.program = program
        self.count = count
        let list = "\(stage.data)/guests.csv"
        let rows = (0..<count).map { "\(PrintStage.holders[$0 % PrintStage.holders.count]) \($0)\n" }
        try Data(("holder\n" + rows.joined()).utf8).write(to: URL(filePath: list))
        try Stage.run(
            program, ["ticket", "issue", stage.event.slug, "--type", "Regular", "--csv", list], data: stage.data)
    }

    var file: String { "\(stage.data)/sheets.pdf" }

    /// The arguments of `print sheets` for the first `tickets` tickets, or for all tickets if `tickets` is nil.
    func printing(_ tickets: Int? = nil, isChecked: Bool = false) -> [String] {
        [
            "print", "sheets", stage.event.slug, "--layout", PrintStage.layout, "--output", file, "--force", "--to",
            "\(tickets ?? count)",
        ] + (isChecked ? [] : ["--no-check"])
    }

    /// The duration of a run of `eventpass` with these arguments, in nanoseconds.
    func time(_ arguments: [String]) throws -> Double {
        try ContinuousClock().measure { try Stage.run(program, arguments, data: stage.data) } / .nanoseconds(1)
    }

    /// The duration of a script in `Benchmarks/Python`, which draws the same tickets, in nanoseconds.
    func drawing(_ script: String, to output: String) throws -> Double {
        let list = "\(stage.data)/tickets.jsonl"
        try Stage.run(program, ["ticket", "list", stage.event.slug, "--json"], data: stage.data, output: list)
        let fields = [.event, .date, .venue].map { PrintStage.event[$0] ?? "" }
        return try ContinuousClock().measure {
            try Shell.run(["python3", "Python/\(script)", list, output] + fields)
        } / .nanoseconds(1)
    }

    func tickets() throws -> [PrintedTicket] {
        let store = try stage.openStore()
        let signer = TicketSigner(try stage.openRing())
        var tickets: [PrintedTicket] = []
        try ManagementServices.signIn(to: store, clock: Stage.now).tickets.forEachTicket(of: stage.event) { ticket in
            let code = ticket.code.description
            tickets.append(
                PrintedTicket(
                    code: code, token: try signer.sign(ticket.claims(of: stage.event)),
                    fields: [.holder: ticket.holder ?? "", .type: "Regular", .code: code]))
        }
        return tickets
    }

    /// The peak memory of a run of `eventpass` with these arguments, in megabytes.
    func peakMemory(_ arguments: [String]) throws -> Double {
        Double(try peak(of: [program] + arguments, data: stage.data))
    }

    /// Compares the memory of `print sheets` for all tickets with its memory for the first tenth of the tickets.
    func memory(_ work: String, isChecked: Bool) throws -> BenchmarkRow {
        if Shell.missing(["python3"]) != nil { return .leftOut(work, bar: 1.2, without: "python3") }
        let few = try peakMemory(printing(count / 10, isChecked: isChecked))
        let all = try peakMemory(printing(isChecked: isChecked))
        var row = BenchmarkRow(work: work, bare: few, ours: all, bar: 1.2, remark: "limit 150 MB", unit: .megabytes)
        row.isOverItsLimit = all > 150
        return row
    }
}
