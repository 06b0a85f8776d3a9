public import Foundation
public import Ticketing

/// What was ticked on paper while a gate could not scan: a line each, `code,time,gate,count`, the last three as far as
/// they are known.
public struct PaperSheet: Sendable {
    /// One ticked line.
    public struct Entry: Hashable, Sendable {
        public let line: Int
        public let code: TicketCode
        /// About when it was; nil when nobody wrote it down.
        public let about: Instant?
        public let gate: String
        public let count: Int

        /// The same line of the same sheet has the same id, wherever in it it stands; the second of two like it another.
        func request(_ nth: Int) -> String {
            "paper/\(code)/\(about?.milliseconds.description ?? "")/\(count)/\(nth)/\(gate)"
        }
    }

    /// What is wrong with a line.
    public struct Fault: Error, Hashable, CustomStringConvertible {
        public let line: Int
        public let what: String

        public init(line: Int, _ what: String) {
            self.line = line
            self.what = what
        }

        public var description: String { "line \(line): \(what)" }
    }

    public private(set) var entries: [Entry] = []
    public private(set) var faults: [Fault] = []
    private let event: Event
    private let gate: String?
    private let about: Instant?
    private let now: Instant
    private let time: @Sendable (String, TimeZone) -> Instant?

    /// - Parameters:
    ///   - gate: of lines that name none; nil where each line names one.
    ///   - about: of lines that say no time.
    ///   - time: reads a time with its day; nil for what is none.
    public init(
        of event: Event, gate: String?, about: Instant? = nil, at now: Instant,
        time: @escaping @Sendable (String, TimeZone) -> Instant?
    ) {
        self.event = event
        self.gate = gate
        self.about = about
        self.now = now
        self.time = time
    }

    /// Reads one line; empty ones, and those that begin with `#`, say nothing.
    public mutating func read(_ text: String, line: Int) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = fields.first, !first.isEmpty || fields.count > 1, !first.hasPrefix("#") else { return }
        do {
            entries.append(try entry(fields, line: line))
        } catch let fault as Fault {
            faults.append(fault)
        } catch {
            faults.append(Fault(line: line, "\(error)"))
        }
    }

    private func entry(_ fields: [String], line: Int) throws -> Entry {
        func field(_ index: Int) -> String? {
            fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
        }
        guard fields.count <= 4 else { throw Fault(line: line, "has more than code, time, gate and count") }
        guard let code = TicketCode(typed: fields[0]) else {
            throw Fault(line: line, "“\(fields[0])” is no ticket code")
        }
        let about = try field(1).map { text in
            guard let time = timeOfDay(text) ?? self.time(text, event.zone) else {
                throw Fault(line: line, "“\(text)” is no time such as 18:05")
            }
            return time
        }
        let count = try field(3).map { text in
            guard let count = Int(text), (1...Int(Admits.most)).contains(count) else {
                throw Fault(line: line, "“\(text)” is no number of people, 1 to \(Admits.most)")
            }
            return count
        }
        guard let name = field(2) ?? gate else {
            throw Fault(line: line, "names no gate; write one into the line, or say --gate NAME")
        }
        guard name.utf8.count <= 100 else { throw Fault(line: line, "the gate's name has more than 100 bytes") }
        if let fault = NameFault.of(name) { throw Fault(line: line, "the gate's name: \(fault)") }
        return Entry(line: line, code: code, about: about ?? self.about, gate: name, count: count ?? 1)
    }

    /// `18:05` is the last time that it was so, before now and before the event was long over.
    private func timeOfDay(_ text: String) -> Instant? {
        guard let match = text.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/), let hour = Int(match.1),
            let minute = Int(match.2), hour < 24, minute < 60
        else { return nil }
        let over = (event.details.end ?? event.details.start?.advanced(bySeconds: 86_400))?.advanced(bySeconds: 21_600)
        let latest = min(now, over ?? now)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = event.zone
        let found = calendar.nextDate(
            after: Date(timeIntervalSince1970: Double(latest.milliseconds) / 1000 + 1),
            matching: DateComponents(hour: hour, minute: minute, second: 0), matchingPolicy: .nextTime,
            direction: .backward)
        return found.map { Instant(seconds: Int64($0.timeIntervalSince1970.rounded())) }
    }
}

/// Why nothing of a sheet was entered.
public enum PaperError: Error, Hashable, CustomStringConvertible {
    /// By line.
    case faulty([PaperSheet.Fault])
    /// The event has functions, and a sheet is of one of them; or it has none.
    case function(known: [String])
    /// The pack is for another function.
    case otherFunction(packed: String)

    public var description: String {
        switch self {
        case .faulty(let faults):
            "the sheet has \(faults.count) faulty \(faults.count == 1 ? "line" : "lines"); nothing was entered"
                + faults.map { "\n  \($0)" }.joined()
        case .function(let known):
            known.isEmpty
                ? "the event has no functions"
                : "the event has functions; choose one of: \(known.joined(separator: ", "))"
        case .otherFunction(let packed): "the pack is for \(packed), and for no other function"
        }
    }

    /// What to do next.
    public var hint: String? {
        switch self {
        case .faulty: "a line is CODE, or CODE,TIME,GATE,COUNT: 4F7K-29QX,18:05,North,2"
        case .function(let known): known.isEmpty ? "leave out --function" : "say which with --function NAME"
        case .otherFunction(let packed): "say --function \(packed), or leave it out"
        }
    }
}

/// What came of entering a sheet.
public struct PaperSummary: Hashable, Sendable {
    /// Lines that were entered now.
    public internal(set) var entered = 0
    /// Their people.
    public internal(set) var people = 0
    /// Lines that had been entered before.
    public internal(set) var known = 0
    /// Tickets that were let in elsewhere, too, as far as that was not known before.
    public internal(set) var conflicts: [DoubleAdmission] = []
    /// Tickets that were entered now although a gate would have refused them, each once.
    public internal(set) var ended: [Ended] = []

    /// A ticket that was not valid any more when it was entered.
    public struct Ended: Hashable, Sendable {
        public let code: TicketCode
        public let status: Ticket.Status
        public let since: Instant?
    }
}
