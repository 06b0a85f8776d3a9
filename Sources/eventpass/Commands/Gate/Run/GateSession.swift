import FileAccess
import Foundation
import Gate
import Ticketing

/// A gate at work: what the page asks for is done, and what was done is shown.
final class GateSession {
    enum Sound { case bells, off }

    enum End {
        case key
        /// Its number; of a terminal that is gone, too.
        case signal(Int32)
    }

    /// The most that is shown of what was found.
    private static let found = 50
    private static let tick = Duration.seconds(1)
    /// How often the office is asked for figures.
    private static let figuresEvery = Duration.seconds(5)
    /// After an error, how long the page waits before it writes down refused scans.
    private static let flushAgainAfter = Duration.seconds(5)
    /// How long a search or a new name waits for the office: a scan may come meanwhile, and has its verdict in five seconds.
    private static let patience = Duration.seconds(2)
    /// A poll that returns within this time has found what came before it.
    private static let atOnce = Duration.milliseconds(10)

    private let opening: GateOpening
    private let screen: FullScreen
    private let signals: ScreenSignals
    private let sound: Sound
    private let view: GatePageView
    private let reader: FigureReader
    private let steady = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var gate: Gate
    private var page: GatePage
    private var decoder = KeyDecoder()
    private var flood = Flood()
    private var bells = BellPattern()
    private var clock: ClockWatch
    private var asked = (counts: GateCounts(), at: Duration.zero)
    private var nextTick = Duration.zero
    private var nextFlush = Duration.zero
    /// When something was typed last.
    private var typed = Duration.zero
    /// When the page last looked for keys, and when it gives up the store for the keys that it takes now.
    private var looked: ContinuousClock.Instant
    private var deadline: ContinuousClock.Instant
    private var end: End?

    init(
        _ opening: GateOpening, _ gate: Gate, direction: Direction, on screen: FullScreen, sound: Sound
    ) throws {
        self.opening = opening
        self.gate = gate
        self.screen = screen
        self.sound = sound
        start = steady.now
        (looked, deadline) = (start, start)
        view = GatePageView(zone: gate.event.zone)
        reader = FigureReader(try opening.booksBeside(), function: gate.function)
        page = GatePage(gate, direction: direction)
        page.warnings[.keys] = gate.missingKeys.map { "\($0.warning); eventpass doctor says what to do" }
        let figures = try reader.figures()
        page.count(figures, askedWith: page.counts)
        let (seen, made, now) = (try gate.latestSeen(), figures.pack?.made, Instant.now())
        // A clock before the making of its pack is behind for certain.
        let isCertain = made.map { $0 > now } ?? false
        clock = ClockWatch(
            now, steady: .zero, seen: [seen, made].compactMap(\.self).max(),
            remedy: isCertain ? nil : "eventpass gate clock accept \(gate.isOnPack ? "PACK " : "")--reason TEXT")
        signals = try ScreenSignals()
    }

    var summary: String { page.counts.summary }

    private var now: Duration { steady.now - start }

    /// Works until somebody ends it. The terminal is given back whatever happens.
    func run() throws -> End {
        let outcome = Result { try work() }
        screen.close()
        // A pack is sealed by who has it open last, and that may be the reader.
        if opening.pack != nil { reader.finish() }
        try gate.flush()
        return try outcome.get()
    }

    private func work() throws -> End {
        try screen.open()
        while true {
            try show()
            try wait()
            if let end { return end }
        }
    }

    private func show() throws {
        page.unwritten = gate.unwrittenCount
        let bell: FullScreen.Bell = bells.rings(at: now) ? .rings : .silent
        try screen.draw(view.screen(page, screen.size, at: Instant.now()), ringing: bell)
    }

    /// Waits for keys, signals or time, and does what they ask for.
    private func wait() throws {
        var polled = [STDIN_FILENO, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let began = steady.now
        let ready = poll(&polled, 2, milliseconds)
        guard ready >= 0 || errno == EINTR else { throw SystemError("wait for", "the terminal") }
        let found = steady.now
        // Keys that were there at once may have waited since the page last looked.
        deadline = Gate.deadline(since: ready > 0 && found < began + GateSession.atOnce ? looked : found)
        looked = found
        if ready > 0, polled[1].revents != 0 { try heed(signals.taken()) }
        if ready > 0, polled[0].revents != 0, end == nil {
            let bytes = screen.read()
            if bytes.isEmpty { end = .signal(SIGHUP) }
            typed = now
            if !decoder.isPasting, flood.take(bytes, at: now) {
                decoder.beginPaste()
                page.forgetLine()
            }
            try take(decoder.decode(bytes))
        } else if let patience = decoder.patience, now >= typed + patience {
            try take(decoder.rest())
        }
        try page.pass(at: now).map { try grant($0) }
        if now >= nextTick { tickOver() }
    }

    private var milliseconds: Int32 {
        let deadlines = [
            page.deadline, bells.deadline, nextTick, decoder.patience.map { typed + $0 },
        ]
        let wait = max(.zero, (deadlines.compactMap(\.self).min() ?? nextTick) - now)
        return Int32((wait / .milliseconds(1)).rounded(.up))
    }

    /// Scans that came together are decided together, in order.
    private func take(_ keys: [Key]) throws {
        var scans: [Scan] = []
        for key in keys {
            guard let request = page.take(key, at: now) else { continue }
            if case .scan(let bytes) = request {
                scans.append(Scan(bytes: bytes, direction: page.direction, count: page.people))
                if scans.count == Gate.groupSize || page.people > 1 { try decide(&scans) }
            } else {
                try decide(&scans)
                try grant(request)
            }
        }
        try decide(&scans)
    }

    private func decide(_ scans: inout [Scan]) throws {
        guard !scans.isEmpty else { return }
        try showDeciding()
        let verdicts = gate.decide(scans, until: deadline)
        page.show(verdicts, at: now)
        scans = []
        try announce(verdicts)
    }

    private func undo(_ ticket: ChosenTicket, reason: String) throws {
        try showDeciding()
        let verdict = gate.undo(Scan(lookedUp: ticket.serial), reason: reason, until: deadline)
        page.show(undone: verdict, reason: reason, at: now)
        try announce([verdict])
    }

    /// Shown at once: should the store keep the gate waiting, nobody takes the verdict before for its own.
    private func showDeciding() throws {
        page.decide()
        try show()
    }

    private func announce(_ verdicts: [Verdict]) throws {
        // Of several at once the one that nobody may miss.
        if sound == .bells, let worst = verdicts.map(\.outcome).max(by: { $0.rings < $1.rings }) {
            bells.begin(worst, at: now)
        }
        try show()
    }

    private func grant(_ request: GatePage.Request) throws {
        switch request {
        case .scan(let bytes):
            var scans = [Scan(bytes: bytes, direction: page.direction, count: page.people)]
            try decide(&scans)
        case .find(let text):
            sayTrouble {
                page.show(
                    try FoundTickets(
                        text, in: opening.books.limited(until: steady.now + GateSession.patience),
                        at: gate.function, most: GateSession.found))
            }
        case .admit(let ticket):
            var scans = [Scan(lookedUp: ticket.serial, direction: page.direction, count: page.people)]
            try decide(&scans)
        case .undo(let ticket, let reason): try undo(ticket, reason: reason)
        case .rename(let name): sayTrouble { try rename(name) }
        case .suspend: try suspend()
        case .redraw: screen.forget()
        case .end: end = .key
        }
    }

    private func rename(_ typed: String) throws {
        let name = typed.trimmingCharacters(in: .whitespaces)
        if let fault = Gate.faultOfName(name) { throw Failure(.usage, fault) }
        let renamed = try opening.gate(named: name, until: steady.now + GateSession.patience)
        try gate.flushAtRest()
        gate = renamed
        page.gate = name
    }

    private func sayTrouble(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            page.say(Failure.describing(error).message)
        }
    }

    private func suspend() throws {
        screen.close()
        signals.stop()
        // Nobody scans at a page that is stopped.
        looked = steady.now
        try screen.open()
    }

    private func heed(_ kinds: [ScreenSignals.Kind]) throws {
        for kind in kinds {
            switch kind {
            case .resized: screen.forget()
            case .stop: try suspend()
            case .continued:
                // The shell has used the terminal meanwhile.
                screen.close()
                try screen.open()
            case .end(SIGINT): end = .key
            case .end(let number): end = .signal(number)
            }
        }
    }

    /// What can wait: counting what was no ticket, the office's figures, a look at the clock.
    private func tickOver() {
        nextTick = now + GateSession.tick
        // Behind an error, scans come first: the next commit writes the refusals, too.
        if !gate.hasUnwritten || now >= nextFlush {
            warn(.uncounted) {
                nextFlush = now + GateSession.flushAgainAfter
                try gate.flushAtRest()
                nextFlush = now
                return nil
            }
        }
        warn(.figures) {
            guard let figures = try reader.taken() else { return page.warnings[.figures] }
            page.count(figures, askedWith: asked.counts)
            return nil
        }
        if now >= asked.at + GateSession.figuresEvery, reader.ask() { asked = (page.counts, now) }
        let time = Instant.now()
        clock.look(time, steady: now)
        page.warnings[.clock] = clock.warning
        page.warnings[.pack] = page.counts.event?.pack.flatMap { PackAge.warning($0, at: time) }
    }

    /// Does what is not worth stopping for, and shows when it fails.
    private func warn(_ warning: GateWarning, _ work: () throws -> String?) {
        do {
            page.warnings[warning] = try work()
        } catch {
            let what = warning == .uncounted ? "refused scans are not counted yet" : "the numbers are old"
            page.warnings[warning] = "\(what): \(Failure.describing(error).message)"
        }
    }
}
