public import Foundation
public import Languages
import Store
public import Ticketing

/// Check-ins that were ticked on paper while a gate could not scan. Each line is `code,time,gate,count`; the last three
/// fields can be left out.
public struct PaperCheckIns: Sendable {
    /// The maximum length of a gate's name, in bytes.
    private static let maximumGateNameLength = 100

    /// One ticked line.
    public struct Entry: Hashable, Sendable {
        public let line: Int
        public let code: TicketCode
        /// The approximate time of the check-in; nil if nobody wrote it down.
        public let approximateTime: Instant?
        public let gate: String
        public let count: Int

        /// The request id by which the store detects that the line was already entered. The id does not depend on the
        /// line's position in the sheet. For equal lines, the caller passes 1, 2, 3, … as `nth`, so that their ids
        /// differ.
        func request(_ nth: Int) -> String {
            AdmissionLedger.paperRequests
                + "\(code)/\(approximateTime?.milliseconds.description ?? "")/\(count)/\(nth)/\(gate)"
        }
    }

    /// A faulty line.
    public struct Fault: Error, Hashable, SentenceConvertible {
        public let line: Int
        public let message: Sentence

        init(line: Int, _ message: Sentence) {
            self.line = line
            self.message = message
        }

        fileprivate init(line: Int, _ message: Text, _ arguments: [String: SentenceArgument] = [:]) {
            self.init(line: line, Sentence(message, arguments))
        }

        enum Text: String, SentenceKey {
            static let subject = "paperCheckInFault"

            case line = "line {line}: {message}"
            case tooManyFields = "has more fields than code, time, gate and count"
            case notACode = "“{text}” is not a ticket code"
            case notATime = "“{text}” is not a time such as 18:05"
            case notACount = "“{text}” is not a number of people from 1 to {limit}"
            case noGate = "names no gate; add one to the line, or pass --gate NAME"
            case gateTooLong = "the gate's name has more than {limit} bytes"
            case gateName = "the gate's name: {fault}"
        }

        public var sentence: Sentence {
            Sentence(Text.line, ["line": "\(line)", "message": .sentence(message)])
        }
    }

    public private(set) var entries: [Entry] = []
    public private(set) var faults: [Fault] = []
    private let event: Event
    private let gate: String?
    private let approximateTime: Instant?
    private let now: Instant
    private let time: @Sendable (String, TimeZone) -> Instant?

    /// Prepares an empty sheet. Pass each line to `read`.
    ///
    /// - Parameters:
    ///   - gate: the gate for lines without a gate; nil if every line must name its gate.
    ///   - approximateTime: the time for lines without a time.
    ///   - time: parses a date with a time; returns nil if the text is malformed.
    public init(
        of event: Event, gate: String?, approximateTime: Instant? = nil, at now: Instant,
        time: @escaping @Sendable (String, TimeZone) -> Instant?
    ) {
        self.event = event
        self.gate = gate
        self.approximateTime = approximateTime
        self.now = now
        self.time = time
    }

    /// Reads one line; ignores lines that are empty or begin with `#`.
    public mutating func read(_ text: String, line: Int) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = fields.first, !first.isEmpty || fields.count > 1, !first.hasPrefix("#") else { return }
        do {
            entries.append(try entry(fields, line: line))
        } catch let fault as Fault {
            faults.append(fault)
        } catch {
            faults.append(Fault(line: line, Sentence(describing: error)))
        }
    }

    private func entry(_ fields: [String], line: Int) throws -> Entry {
        func field(_ index: Int) -> String? {
            fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
        }
        guard fields.count <= 4 else { throw Fault(line: line, .tooManyFields) }
        guard let code = TicketCode(typed: fields[0]) else {
            throw Fault(line: line, .notACode, ["text": .text(fields[0])])
        }
        let about = try field(1).map { text in
            guard let time = timeOfDay(text) ?? self.time(text, event.zone) else {
                throw Fault(line: line, .notATime, ["text": .text(text)])
            }
            return time
        }
        let count = try field(3).map { text in
            guard let count = Int(text), (1...Int(Admits.most)).contains(count) else {
                throw Fault(line: line, .notACount, ["text": .text(text), "limit": .number(Int(Admits.most))])
            }
            return count
        }
        guard let name = field(2) ?? gate else {
            throw Fault(line: line, .noGate)
        }
        guard name.utf8.count <= PaperCheckIns.maximumGateNameLength else {
            throw Fault(line: line, .gateTooLong, ["limit": .number(PaperCheckIns.maximumGateNameLength)])
        }
        if let fault = TextFault.of(name) { throw Fault(line: line, .gateName, ["fault": .sentence(fault.sentence)]) }
        return Entry(
            line: line, code: code, approximateTime: about ?? self.approximateTime, gate: name, count: count ?? 1)
    }

    /// Converts a time without a date. `18:05` means the latest 18:05 that is neither in the future nor more than six
    /// hours after the event's end.
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

/// The reason why a sheet could not be entered, or why a printed list could not be made.
public enum PaperCheckInError: Error, Hashable, SentenceConvertible {
    /// The faults, ordered by line.
    case faulty([PaperCheckIns.Fault])
    /// No sub-event was chosen at an event with sub-events, or the chosen sub-event does not exist. The value contains
    /// the names of the event's sub-events.
    case subEvent(known: [String])
    /// The gate pack is only for the sub-event with this name, but a different sub-event was chosen.
    case wrongSubEvent(packed: String)

    enum Text: String, SentenceKey {
        static let subject = "paperCheckInError"

        case faulty =
            "the sheet has {count} faulty line; nothing was entered|the sheet has {count} faulty lines; nothing was entered"
        case faultyHint = "a line is CODE, or CODE,TIME,GATE,COUNT: {example}"
        case noSubEventsHint = "leave out --sub-event"
        case subEvent = "the event has sub-events; choose one of: {names}"
        case subEventHint = "choose one with --sub-event NAME"
        case wrongSubEvent = "the pack is only for the sub-event {subEvent}"
        case wrongSubEventHint = "use --sub-event {subEvent}, or leave out --sub-event"
    }

    public var sentence: Sentence {
        switch self {
        case .faulty(let faults):
            .indented(Sentence(Text.faulty, ["count": .number(faults.count)]), faults.map(\.sentence))
        case .subEvent(let known):
            known.isEmpty
                ? GuestError.noSubEvents.sentence
                : Sentence(Text.subEvent, ["names": .text(known.joined(separator: ", "))])
        case .wrongSubEvent(let packed): Sentence(Text.wrongSubEvent, ["subEvent": .text(packed)])
        }
    }

    /// Advice on how to resolve the error.
    public var hint: Sentence? {
        switch self {
        case .faulty: Sentence(Text.faultyHint, ["example": "4F7K-29QX,18:05,North,2"])
        case .subEvent(let known): Sentence(known.isEmpty ? Text.noSubEventsHint : Text.subEventHint)
        case .wrongSubEvent(let packed): Sentence(Text.wrongSubEventHint, ["subEvent": .text(packed)])
        }
    }
}

/// The result of entering a sheet.
public struct PaperCheckInSummary: Hashable, Sendable {
    /// The number of lines that this call has entered.
    public internal(set) var entered = 0
    /// The number of people on the lines that this call has entered.
    public internal(set) var people = 0
    /// The number of lines that earlier calls have entered.
    public internal(set) var alreadyEntered = 0
    /// The double admissions that were found while the sheet was entered.
    public internal(set) var conflicts: [DoubleAdmission] = []
    /// The tickets on the sheet that are no longer valid, for example because they are cancelled. Each ticket occurs
    /// once.
    public internal(set) var ended: [EndedTicket] = []

    /// A ticket that was no longer valid when its check-in was entered.
    public struct EndedTicket: Hashable, Sendable {
        public let code: TicketCode
        public let status: Ticket.Status
        public let since: Instant?
    }
}
