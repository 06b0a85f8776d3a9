import EventFixture
import Foundation
import TerminalFixture

/// A record of the ledger, as `gate log --json` writes it.
private struct RecordLine: Decodable {
    let verdict: String
    let code: String?
}

/// Runs one schedule (the steps of a simulated event) with the real program, and compares the displayed verdicts with
/// the stored records.
final class ScheduleWorld {
    private let schedule: Schedule
    private let outset: ScheduleOutset
    private let folder: TemporaryFolder
    /// The database with the store; nil if the store is a file.
    private let database: ScheduleDatabase?
    private var environment: [String: String] = [:]
    private var pages: [SchedulePage] = []
    private var server: ScheduleServer?
    /// The tickets that a gate’s screen (`gate run`), the server or a command reported as admitted.
    private var admitted: Set<Int> = []
    /// The tickets whose cancellation is in the store or gate pack that the gates read.
    private var cancelled: Set<Int> = []
    private var names = 0
    private var ran: Set<String> = []

    /// The event or gate pack with which the gates are started.
    private var target: String {
        switch schedule.storage {
        case .file, .postgreSQL: "fair"
        case .pack: "north.gate"
        case .sealedPack: "sealed.gate"
        }
    }
    /// The event or gate pack that commands use. When a gate opens a sealed gate pack, the opened pack is stored in
    /// another file.
    private var opened: String { schedule.storage == .sealedPack ? "sealed.open.gate" : target }
    private var file: String { folder(schedule.storage.isPack ? opened : "data/store.sqlite") }

    init(_ schedule: Schedule) throws {
        self.schedule = schedule
        outset = try ScheduleOutset.shared.get()
        folder = try TemporaryFolder()
        database = try schedule.storage == .postgreSQL ? ScheduleDatabase.copy() : nil
        environment = outset.environment
        try outset.copy(to: folder)
        if let database { environment["EVENTPASS_STORE"] = database.url }
    }

    func run() throws {
        for number in 0..<schedule.pages { pages.append(try page(number)) }
        for step in schedule.steps {
            do {
                try perform(step)
                try checkLog()
            } catch {
                throw Surprise("at \(step): \(error)")
            }
        }
        for (page, ending) in zip(pages, schedule.endings) { try page.end(ending) }
        pages = []
        try server?.end(SIGTERM)
        try checkRecords()
        try database?.remove()
    }

    private func page(_ number: Int) throws -> SchedulePage {
        try SchedulePage(target, gate: ["North", "South"][number], in: folder, environment: environment)
    }

    private func perform(_ step: Schedule.Step) throws {
        switch step {
        case .scan(let page, let ticket): try judge([(ticket, pages[page].scan(outset.tokens[ticket]))])
        case .command(let command, let page, let ticket): try run(command, page, ticket)
        case .restart(let page, let ending):
            try pages[page].end(ending)
            pages[page] = try self.page(page)
        case .startServer:
            server = try ScheduleServer(in: folder, environment: environment, token: outset.access)
        case .scanAtServer(let ticket):
            names += 1
            guard let verdict = try server?.scan(outset.tokens[ticket], request: "request-\(names)") else { return }
            try judge([(ticket, verdict)])
        case .killServer:
            try server?.end(SIGKILL)
            server = nil
        }
    }

    private func run(_ command: ScheduleCommand, _ page: Int, _ ticket: Int) throws {
        names += 1
        // The command and the scan use different tickets. With only one ticket, the test could not tell whether the
        // command or the scan comes first.
        let other = (ticket + 1) % Schedule.ticketCount
        let line = command.line.replacing("NEW", with: "new-\(names)").replacing("CODE", with: outset.codes[other])
            .replacing("PACK", with: opened)
        let running = try folder.start(
            "eventpass \(line)", input: Array("\(outset.tokens[other])\n".utf8), environment: environment)
        var verdicts = [(ticket, Result { try pages[page].scan(outset.tokens[ticket]) })]
        let outcome = try running.outcome()
        let isFirst = ran.insert(command.line).inserted
        if command.effect != .cancels {
            try expect(outcome, in: isFirst ? command.statuses : command.statuses.union(command.later))
        }
        switch command.effect {
        case .none: break
        case .cancels:
            try expect(outcome, in: cancelled.contains(other) ? [0, 1, 65] : [0])
            cancelled.insert(other)
        case .admits:
            let verdictNames = ["ADMIT": "admitted", "REFUSE": "refused", "REPEAT": "repeated"]
            let verdict =
                outcome.text.split(separator: " ").first.flatMap { verdictNames[String($0)] } ?? outcome.description
            verdicts.append((other, .success(verdict)))
        }
        try judge(verdicts.map { ($0.0, try $0.1.get()) })
    }

    /// Checks each verdict: the first scan of a ticket that was not cancelled is admitted, and every other scan is
    /// refused or repeated.
    private func judge(_ verdicts: [(ticket: Int, verdict: String)]) throws {
        for (ticket, verdict) in verdicts {
            let isDue = !admitted.contains(ticket) && !cancelled.contains(ticket)
            guard isDue ? verdict == "admitted" : ["refused", "repeated"].contains(verdict) else {
                throw Surprise(
                    "ticket \(ticket) \(verdict), with \(admitted.sorted()) admitted "
                        + "and \(cancelled.sorted()) cancelled")
            }
            if isDue { admitted.insert(ticket) }
        }
    }

    /// Checks that the write-ahead log of the store’s or gate pack’s file exists, and that no process still uses a log
    /// that was deleted.
    private func checkLog() throws {
        guard schedule.storage != .postgreSQL else { return }
        guard FileManager.default.fileExists(atPath: "\(file)-wal") else { throw Surprise("the log was deleted") }
        for process in pages.map(\.process) + [server?.process].compactMap(\.self) {
            let descriptors = "/proc/\(process)/fd"
            for name in try FileManager.default.contentsOfDirectory(atPath: descriptors) {
                // The process may have closed the descriptor in the meantime.
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")
                else { continue }
                if target == "\(file)-wal (deleted)" { throw Surprise("a gate writes into a deleted log") }
            }
        }
    }

    /// Checks that every ticket in `admitted` has one record of an admission, and that other tickets have none. Also
    /// checks the store, the gate pack, and the hash chains of their ledgers. `store check` verifies the store’s ledger
    /// in the same way as `gate verify-log`, so only a gate pack needs the second command.
    private func checkRecords() throws {
        let verifying = schedule.storage.isPack ? "eventpass gate verify-log \(opened) >&2 &&" : ""
        let outcome = try folder.sh(
            "eventpass store check >&2 && \(verifying) eventpass gate log \(opened) --json", environment: environment)
        try expect(outcome, in: [0])
        let recorded = try outcome.lines.map { try JSONDecoder().decode(RecordLine.self, from: Data($0.utf8)) }
            .filter { $0.verdict == "admit" }.compactMap(\.code).sorted()
        let displayed = admitted.map { outset.codes[$0] }.sorted()
        guard recorded == displayed else { throw Surprise("shown \(displayed), recorded \(recorded)") }
    }

    private func expect(_ outcome: Outcome, in statuses: Set<Int32>) throws {
        guard statuses.contains(outcome.status) else { throw Surprise("\(outcome)") }
    }
}
