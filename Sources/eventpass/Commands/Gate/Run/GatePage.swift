import Gate
import Ticketing

/// What the page of a gate knows. A value: keys and answers change it, and it asks for what it can't do itself. Times are
/// on a clock that never goes back.
struct GatePage {
    enum Request: Hashable {
        case scan([UInt8])
        case find(String)
        /// People go through without a scan.
        case admit(ChosenTicket)
        case undo(ChosenTicket, reason: String)
        /// The gate is to have another name.
        case rename(String)
        case suspend, redraw, end
    }

    /// What stands below the verdict.
    enum Pane {
        /// The last verdicts.
        case last
        case help
        case found(FoundTickets)
    }

    /// What the band says.
    enum Band {
        case ready
        /// A scan is being decided: what was shown before holds for nobody any more.
        case deciding
        case verdict(Verdict)
    }

    /// How long a verdict stands in the band. Nobody is waved through on the one before.
    static let verdictLasts = Duration.seconds(20)
    private static let kept = 100

    let event: Event
    let function: EventFunction?
    /// Whether windows are judged by another time than the clock's.
    let isRehearsal: Bool
    var gate: String
    private(set) var direction: Direction
    /// Who goes through on the next ticket.
    private(set) var people = 1
    private(set) var band = Band.ready
    /// Newest first.
    private(set) var last: [Verdict] = []
    private(set) var counts = GateCounts()
    private(set) var pane = Pane.last { didSet { chosen = nil } }
    /// Which line of the pane somebody means.
    private(set) var chosen: Int?
    private(set) var question: GateQuestion? {
        didSet { typing.wantsPersonsEnd = question?.isDeed ?? false }
    }
    private(set) var typing = Typing()
    /// What a command came to, until the next key.
    private(set) var message: String?
    /// What somebody should see to, by what it is about.
    var warnings: [GateWarning: String] = [:]
    /// Scans that this gate has answered, and not written down yet.
    var unwritten = 0
    private var bandUntil: Duration?

    init(_ gate: Gate, direction: Direction) {
        event = gate.event
        function = gate.function
        isRehearsal = gate.windowsAt != nil
        self.gate = gate.name
        self.direction = direction
    }

    /// When `pass` has something to do.
    var deadline: Duration? { [typing.deadline, bandUntil].compactMap(\.self).min() }

    mutating func take(_ key: Key, at now: Duration) -> Request? {
        if key.meaning != .unknown { message = nil }
        return typing.take(key, at: now).flatMap { handle($0) }
    }

    /// Time has passed.
    mutating func pass(at now: Duration) -> Request? {
        if let bandUntil, now >= bandUntil {
            band = .ready
            self.bandUntil = nil
        }
        return typing.settle(at: now).flatMap { handle($0) }
    }

    /// Scans are being decided now.
    mutating func decide() {
        band = .deciding
        bandUntil = nil
    }

    /// The answers, in the order of the scans.
    mutating func show(_ verdicts: [Verdict], at now: Duration) {
        guard let newest = verdicts.last else { return }
        add(verdicts, at: now)
        // Whoever asked for more than one gets it once. After trouble, the same scan comes again.
        if case .undecided = newest.outcome { return }
        people = 1
    }

    /// What came of taking an admission back.
    mutating func show(undone verdict: Verdict, reason: String, at now: Duration) {
        add([verdict], at: now)
        if case .void = verdict.outcome { message = "taken back: \(reason)" }
    }

    private mutating func add(_ verdicts: [Verdict], at now: Duration) {
        for verdict in verdicts { counts.add(verdict) }
        band = verdicts.last.map { .verdict($0) } ?? band
        bandUntil = now + GatePage.verdictLasts
        last = Array((verdicts.reversed() + last).prefix(GatePage.kept))
        // The lines have moved.
        if case .last = pane { chosen = nil }
    }

    mutating func show(_ found: FoundTickets) {
        pane = .found(found)
        chosen = found.tickets.isEmpty ? nil : 0
    }

    mutating func count(_ figures: GateFigures, askedWith asked: GateCounts) {
        counts.replace(figures, askedWith: asked)
        warnings[.figures] = nil
    }

    /// What is typed of a line belongs to something else.
    mutating func forgetLine() { typing.clear() }

    mutating func say(_ text: String) { message = text }

    private mutating func handle(_ outcome: Typing.Outcome) -> Request? {
        switch outcome {
        case .line(let bytes, let hand): return line(bytes, hand)
        case .paste(let bytes): return paste(bytes)
        case .command(let key): return command(key)
        case .hurried:
            message = "press Enter once more, by itself"
            return nil
        }
    }

    private mutating func line(_ bytes: [UInt8], _ hand: Typing.Hand) -> Request? {
        let isDeed = question?.isDeed ?? false
        if hand == .machine, isDeed || bytes.count >= Typing.shortestScan { return scan(bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        if let question { return answer(question, text) }
        // Somebody reads a code out: that is to be looked up, and proves nothing.
        if hand == .person, TicketCode(typed: text) != nil { return .find(text) }
        return .scan(bytes)
    }

    private mutating func scan(_ bytes: [UInt8]) -> Request {
        // An Enter meant for one verdict must not let in by another's.
        if case .hand = question { question = nil }
        return .scan(bytes)
    }

    /// A paste is one thing, whatever lines it has: a scan, or where something is asked, text.
    private mutating func paste(_ bytes: [UInt8]) -> Request? {
        guard question != nil, bytes.count < Typing.shortestScan else { return scan(bytes) }
        typing.insert(bytes.filter { $0 >= 0x20 })
        return nil
    }

    private mutating func answer(_ question: GateQuestion, _ text: String) -> Request? {
        switch question {
        case .ticket: return leave(with: .find(text))
        case .gate: return leave(with: .rename(text))
        case .people:
            self.question = nil
            guard let number = Int(text), (1...16).contains(number) else {
                message = "“\(text)” is not a number from 1 to 16"
                return nil
            }
            people = number
            return nil
        case .reason(let ticket):
            if let fault = NameFault.of(text) {
                message = text.isEmpty ? "write a reason" : "say why: \(fault)"
                typing.insert(Array(text.utf8))
                return nil
            }
            return leave(with: .undo(ticket, reason: text))
        case .hand(let ticket):
            guard text.isEmpty else {
                message = "Enter alone does it"
                return nil
            }
            return leave(with: .admit(ticket))
        }
    }

    /// Nothing is asked any more, and what is to be seen is what comes of it.
    private mutating func leave(with request: Request) -> Request {
        question = nil
        pane = .last
        return request
    }

    private mutating func command(_ key: Key.Meaning) -> Request? {
        switch key {
        case .function(1): pane = .help
        case .function(2), .control("F"): ask(.ticket)
        case .function(3), .control("E"): direction = direction == .entry ? .exit : .entry
        case .function(4), .control("G"): ask(.gate)
        case .function(5), .control("P"): ask(.people)
        case .function(6), .control("T"): askForReason()
        case .function(7), .control("O"): askForHand()
        case .function(10), .control("C"), .control("D"), .control("Q"): return .end
        case .up: choose(-1)
        case .down: choose(1)
        case .control("U"): typing.clear()
        case .control("L"): return .redraw
        case .control("Z"): return .suspend
        case .escape: escape()
        default: break
        }
        return nil
    }

    private mutating func ask(_ question: GateQuestion) {
        typing.clear()
        if case .help = pane { pane = .last }
        self.question = question
    }

    private mutating func askForReason() {
        guard let ticket = chosen == nil ? last.lastAdmitted : chosenTicket else {
            message = "nothing to take back; F2 finds a ticket"
            return
        }
        ask(.reason(ticket))
    }

    private mutating func askForHand() {
        guard let ticket = chosenTicket else {
            message = "choose a ticket first: F2 finds it"
            return
        }
        ask(.hand(ticket))
    }

    private var chosenTicket: ChosenTicket? {
        guard let chosen else { return nil }
        switch pane {
        case .last: return last[chosen].ticket.map { ChosenTicket($0) }
        case .found(let found): return ChosenTicket(found.tickets[chosen].ticket)
        case .help: return nil
        }
    }

    private mutating func choose(_ step: Int) {
        let count: Int
        switch pane {
        case .last: count = last.count
        case .found(let found): count = found.tickets.count
        case .help: count = 0
        }
        guard count > 0 else { return }
        chosen = chosen.map { min(max(0, $0 + step), count - 1) } ?? 0
    }

    /// Takes back what is typed, or closes what is open; where there is neither, tells the keys.
    private mutating func escape() {
        let hadText = !typing.isEmpty
        typing.clear()
        if question != nil {
            question = nil
            return
        }
        switch pane {
        case .last where chosen != nil: chosen = nil
        case .last: if !hadText { pane = .help }
        case .help, .found: pane = .last
        }
    }
}

/// What somebody at the gate should see to; in the order of their weight.
enum GateWarning: CaseIterable, Hashable {
    case clock
    /// The key ring lacks keys of tickets, which are refused.
    case keys
    /// An old pack, or one that has expired.
    case pack
    /// Refused scans that could not be counted.
    case uncounted
    case figures
}
