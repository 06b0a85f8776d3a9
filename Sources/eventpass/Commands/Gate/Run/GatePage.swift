import Gate
import Ticketing

/// What the page of a gate knows. A value: keys and answers change it, and it asks for what it can't do itself. Times are
/// on a clock that never goes back.
struct GatePage {
    enum Request: Hashable {
        case scan([UInt8])
        case find(String)
        /// The gate is to have another name.
        case rename(String)
        case suspend, redraw, end
    }

    /// What stands below the verdict.
    enum Pane {
        /// The last verdicts.
        case last
        case help
        case asking(Question)
        case found(FoundTickets)
    }

    enum Question: Hashable { case ticket, gate, people }

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
    private(set) var pane = Pane.last
    private(set) var typing = Typing()
    /// What a command came to, until the next key.
    private(set) var message: String?
    /// What somebody should see to, by what it is about.
    var warnings: [GateWarning: String] = [:]
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
        for verdict in verdicts { counts.add(verdict, people: people) }
        band = .verdict(newest)
        bandUntil = now + GatePage.verdictLasts
        last = Array((verdicts.reversed() + last).prefix(GatePage.kept))
        // Whoever asked for more than one gets it once. After trouble, the same scan comes again.
        if case .undecided = newest.outcome { return }
        people = 1
    }

    mutating func show(_ found: FoundTickets) { pane = .found(found) }

    mutating func count(_ figures: GateFigures, askedWith asked: GateCounts) {
        counts.replace(figures, askedWith: asked)
        warnings[.figures] = nil
    }

    /// What is typed of a line belongs to something else.
    mutating func forgetLine() { typing.clear() }

    mutating func say(_ text: String) { message = text }

    private mutating func handle(_ outcome: Typing.Outcome) -> Request? {
        switch outcome {
        case .line(let bytes, let hand): line(bytes, hand)
        case .paste(let bytes): paste(bytes)
        case .command(let key): command(key)
        }
    }

    private mutating func line(_ bytes: [UInt8], _ hand: Typing.Hand) -> Request? {
        if hand == .machine, bytes.count >= Typing.shortestScan { return .scan(bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        if case .asking(let question) = pane { return answer(question, text) }
        // Somebody reads a code out: that is to be looked up, and proves nothing.
        if hand == .person, TicketCode(typed: text) != nil { return .find(text) }
        return .scan(bytes)
    }

    /// A paste is one thing, whatever lines it has: a scan, or where something is asked, text.
    private mutating func paste(_ bytes: [UInt8]) -> Request? {
        guard case .asking = pane, bytes.count < Typing.shortestScan else { return .scan(bytes) }
        typing.insert(bytes.filter { $0 >= 0x20 })
        return nil
    }

    private mutating func answer(_ question: Question, _ text: String) -> Request? {
        pane = .last
        switch question {
        case .ticket: return .find(text)
        case .gate: return .rename(text)
        case .people:
            guard let number = Int(text), (1...16).contains(number) else {
                message = "“\(text)” is not a number from 1 to 16"
                return nil
            }
            people = number
            return nil
        }
    }

    private mutating func command(_ key: Key.Meaning) -> Request? {
        switch key {
        case .function(1): pane = .help
        case .function(2), .control("F"): ask(.ticket)
        case .function(3), .control("E"): direction = direction == .entry ? .exit : .entry
        case .function(4), .control("G"): ask(.gate)
        case .function(5), .control("P"): ask(.people)
        case .function(10), .control("C"), .control("D"), .control("Q"): return .end
        case .control("U"): typing.clear()
        case .control("L"): return .redraw
        case .control("Z"): return .suspend
        case .escape: escape()
        default: break
        }
        return nil
    }

    private mutating func ask(_ question: Question) {
        typing.clear()
        pane = .asking(question)
    }

    /// Takes back what is typed, or closes what is open; where there is neither, tells the keys.
    private mutating func escape() {
        let hadText = !typing.isEmpty
        typing.clear()
        switch pane {
        case .last: if !hadText { pane = .help }
        case .help, .asking, .found: pane = .last
        }
    }
}

/// What somebody at the gate should see to; in the order of their weight.
enum GateWarning: CaseIterable, Hashable {
    case clock
    /// Refused scans that could not be counted.
    case uncounted
    case figures
}
