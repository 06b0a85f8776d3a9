import Gate
import Languages
import Ticketing

/// The state of a gate's screen, as a value. The state changes when the user presses a key, and when work such as a
/// decision on a scan is finished. The state does no work itself, but returns requests for work. All times are those of
/// a monotonic clock, which nobody can set.
struct GateScreenState {
    enum Request: Hashable {
        case scan([UInt8])
        case find(String)
        /// Let people through without a scan.
        case admit(SelectedTicket)
        case undo(SelectedTicket, reason: String)
        case rename(String)
        case suspend, redraw, end
    }

    /// The content below the verdict.
    enum Pane {
        case recentVerdicts
        case help
        case found(TicketSearchResult)
    }

    /// The content of the verdict band.
    enum Band {
        case ready
        /// A scan is being decided; the previous verdict is no longer shown.
        case deciding
        case verdict(Verdict)
    }

    /// The time for which a verdict stays visible. After this time, the verdict disappears, so that nobody passes
    /// because of an old verdict.
    static let verdictDuration = Duration.seconds(20)
    private static let maximumHistory = 100

    let event: Event
    let subEvent: SubEvent?
    let searchFields: TicketSearchFields
    private let language: Language
    let isRehearsal: Bool
    /// Whether the gate checks the validity of tickets for a fixed time, not for the current time.
    let hasFixedTime: Bool
    var gate: String
    private(set) var direction: Direction
    /// The number of people who enter or leave with the next ticket.
    private(set) var peopleOnNextTicket = 1
    private(set) var band = Band.ready
    /// The recent verdicts, newest first.
    private(set) var recentVerdicts: [Verdict] = []
    private(set) var counts = GateTotals()
    private(set) var pane = Pane.recentVerdicts { didSet { selectedIndex = nil } }
    /// The index of the pane's selected line; nil if no line is selected.
    private(set) var selectedIndex: Int?
    private(set) var question: GateQuestion? {
        didSet { typing.requiresManualEnter = question?.isAction ?? false }
    }
    private(set) var typing = InputClassifier()
    /// The result of the last command. It is shown until the user presses another key.
    private(set) var message: String?
    var warnings: [GateWarning: String] = [:]
    var pendingRefusals = 0
    private var bandUntil: Duration?

    init(
        _ gate: Gate, direction: Direction, searching searchFields: TicketSearchFields = .mainStore,
        in language: Language = .english
    ) {
        self.searchFields = searchFields
        self.language = language
        event = gate.event
        subEvent = gate.subEvent
        isRehearsal = gate.isRehearsal
        hasFixedTime = gate.fixedTime != nil
        self.gate = gate.name
        self.direction = direction
    }

    /// The time at which `advance` must be called next.
    var deadline: Duration? { [typing.deadline, bandUntil].compactMap(\.self).min() }

    mutating func handle(_ key: Key, at now: Duration) -> Request? {
        if key.meaning != .unknown { message = nil }
        return typing.process(key, at: now).flatMap { handle($0) }
    }

    mutating func advance(at now: Duration) -> Request? {
        if let bandUntil, now >= bandUntil {
            band = .ready
            self.bandUntil = nil
        }
        return typing.flushCommand(at: now).flatMap { handle($0) }
    }

    mutating func showDeciding() {
        band = .deciding
        bandUntil = nil
    }

    /// Shows the verdicts, in the order of the scans.
    mutating func show(_ verdicts: [Verdict], at now: Duration) {
        guard let newest = verdicts.last else { return }
        add(verdicts, at: now)
        // The number of people applies to one ticket. The number is kept after an undecided scan, because the user
        // repeats that scan.
        if case .undecided = newest.outcome { return }
        peopleOnNextTicket = 1
    }

    mutating func show(undone verdict: Verdict, reason: String, at now: Duration) {
        add([verdict], at: now)
        if case .void = verdict.outcome { message = text(.undoneBecause, ["reason": .text(reason)]) }
    }

    private mutating func add(_ verdicts: [Verdict], at now: Duration) {
        for verdict in verdicts { counts.add(verdict) }
        band = verdicts.last.map { .verdict($0) } ?? band
        bandUntil = now + GateScreenState.verdictDuration
        recentVerdicts = Array((verdicts.reversed() + recentVerdicts).prefix(GateScreenState.maximumHistory))
        // The new verdicts have moved the older lines down, so the selected index would now select a different line.
        if case .recentVerdicts = pane { selectedIndex = nil }
    }

    mutating func show(_ found: TicketSearchResult) {
        pane = .found(found)
        selectedIndex = found.tickets.isEmpty ? nil : 0
    }

    mutating func update(_ figures: AttendanceFigures, askedWith asked: GateTotals) {
        counts.replace(figures, askedWith: asked)
        warnings[.figures] = nil
    }

    /// Clears the typed text, because it turned out to be the beginning of a pasted text.
    mutating func clearLine() { typing.clear() }

    mutating func setMessage(_ text: String) { message = text }

    private func text(_ sentence: GateScreenSentence, _ arguments: [String: SentenceArgument] = [:]) -> String {
        language.text(sentence, arguments)
    }

    private mutating func handle(_ outcome: InputClassifier.Outcome) -> Request? {
        switch outcome {
        case .line(let bytes, let source): return line(bytes, source)
        case .paste(let bytes): return paste(bytes)
        case .command(let key): return command(key)
        case .ignoredEnter:
            message = text(.pressEnterAgain)
            return nil
        }
    }

    private mutating func line(_ bytes: [UInt8], _ source: InputClassifier.Source) -> Request? {
        let isAction = question?.isAction ?? false
        if source == .machine, isAction || bytes.count >= InputClassifier.shortestScan { return scan(bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        if let question { return answer(question, text) }
        // If a person types a code, the gate only looks the code up. A code does not prove that a visitor has the
        // ticket.
        if source == .person, TicketCode(typed: text) != nil { return .find(text) }
        return .scan(bytes)
    }

    private mutating func scan(_ bytes: [UInt8]) -> Request {
        // Closes the question that asks to confirm a manual admission. Many scanners end a scan with Enter. If the
        // question stayed open, this Enter would confirm the admission.
        if case .manualAdmission = question { question = nil }
        return .scan(bytes)
    }

    /// Handles pasted text as a single scan or as the text of an answer, even if the text has several lines.
    private mutating func paste(_ bytes: [UInt8]) -> Request? {
        guard question != nil, bytes.count < InputClassifier.shortestScan else { return scan(bytes) }
        typing.insert(bytes.filter { $0 >= 0x20 })
        return nil
    }

    private mutating func answer(_ question: GateQuestion, _ text: String) -> Request? {
        switch question {
        case .ticket: return closeQuestion(with: .find(text))
        case .gate: return closeQuestion(with: .rename(text))
        case .people:
            self.question = nil
            guard let number = Int(text), (1...16).contains(number) else {
                message = self.text(.notNumber, ["text": .text(text)])
                return nil
            }
            peopleOnNextTicket = number
            return nil
        case .reason(let ticket):
            if let fault = TextFault.of(text) {
                message = text.isEmpty ? self.text(.writeReason) : self.text(.reasonFault, ["fault": .text("\(fault)")])
                typing.insert(Array(text.utf8))
                return nil
            }
            return closeQuestion(with: .undo(ticket, reason: text))
        case .manualAdmission(let ticket):
            guard text.isEmpty else {
                message = self.text(.pressOnlyEnter)
                return nil
            }
            return closeQuestion(with: .admit(ticket))
        }
    }

    /// Closes the question and shows the recent verdicts.
    private mutating func closeQuestion(with request: Request) -> Request {
        question = nil
        pane = .recentVerdicts
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
        case .function(7), .control("O"): askForManualAdmission()
        case .function(10), .control("C"), .control("D"), .control("Q"): return .end
        case .up: moveSelection(-1)
        case .down: moveSelection(1)
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
        if case .help = pane { pane = .recentVerdicts }
        self.question = question
    }

    private mutating func askForReason() {
        guard let ticket = selectedIndex == nil ? recentVerdicts.lastAdmitted : selectedTicket else {
            message = text(.nothingToUndo)
            return
        }
        ask(.reason(ticket))
    }

    private mutating func askForManualAdmission() {
        guard let ticket = selectedTicket else {
            message = text(.selectFirst)
            return
        }
        ask(.manualAdmission(ticket))
    }

    private var selectedTicket: SelectedTicket? {
        guard let selectedIndex else { return nil }
        switch pane {
        case .recentVerdicts: return recentVerdicts[selectedIndex].ticket.map { SelectedTicket($0) }
        case .found(let found): return SelectedTicket(found.tickets[selectedIndex].ticket)
        case .help: return nil
        }
    }

    private mutating func moveSelection(_ step: Int) {
        let count: Int
        switch pane {
        case .recentVerdicts: count = recentVerdicts.count
        case .found(let found): count = found.tickets.count
        case .help: count = 0
        }
        guard count > 0 else { return }
        selectedIndex = selectedIndex.map { min(max(0, $0 + step), count - 1) } ?? 0
    }

    /// Clears the input, or closes the open question or pane. If there is nothing to clear or close, shows the help.
    private mutating func escape() {
        let hadText = !typing.isEmpty
        typing.clear()
        if question != nil {
            question = nil
            return
        }
        switch pane {
        case .recentVerdicts where selectedIndex != nil: selectedIndex = nil
        case .recentVerdicts: if !hadText { pane = .help }
        case .help, .found: pane = .recentVerdicts
        }
    }
}

/// The warnings of a gate's screen, the most important first.
enum GateWarning: CaseIterable, Hashable {
    case clock
    /// The doors of the event open much later.
    case early
    /// The key ring lacks keys, so some tickets are refused.
    case keys
    /// The gate pack is old or has expired.
    case pack
    /// Refusals could not be recorded.
    case unrecordedRefusals
    case figures
}
