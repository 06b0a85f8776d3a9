import FileAccess
import Foundation
import TicketToken
import Ticketing

/// A ticket with its live code on the whole window, until somebody ends it.
final class LiveTicketSession {
    enum End {
        case key
        /// Its number; of a terminal that is gone, too.
        case signal(Int32)
    }

    private let page: LiveTicketPage
    private let key: LiveKey
    private let screen: FullScreen
    private let signals: ScreenSignals

    init(_ page: LiveTicketPage, _ key: LiveKey, on screen: FullScreen) throws {
        self.page = page
        self.key = key
        self.screen = screen
        signals = try ScreenSignals()
    }

    /// Shows it. The terminal is given back whatever happens.
    func run() throws -> End {
        defer { screen.close() }
        try screen.open()
        while true {
            try show(at: Instant.now())
            if let end = try wait() { return end }
        }
    }

    private func show(at now: Instant) throws {
        let left = LiveKey.stepSeconds - now.seconds % LiveKey.stepSeconds
        try screen.draw(page.screen(try key.code(at: now), secondsLeft: left, screen.size))
    }

    /// Waits for the next second, a key or a signal.
    private func wait() throws -> End? {
        var polled = [STDIN_FILENO, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let rest = 1000 - Instant.now().milliseconds % 1000
        let ready = poll(&polled, 2, Int32(rest))
        guard ready >= 0 || errno == EINTR else { throw SystemError("wait for", "the terminal") }
        if ready > 0, polled[1].revents != 0, let end = try heed(signals.taken()) { return end }
        guard ready > 0, polled[0].revents != 0 else { return nil }
        let bytes = screen.read()
        if bytes.isEmpty { return .signal(SIGHUP) }
        // Ctrl-C, Ctrl-D, and the letter; Ctrl-Z stops it.
        if bytes.contains(where: { [3, 4, UInt8(ascii: "q"), UInt8(ascii: "Q")].contains($0) }) { return .key }
        if bytes.contains(26) { try suspend() }
        return nil
    }

    private func heed(_ kinds: [ScreenSignals.Kind]) throws -> End? {
        for kind in kinds {
            switch kind {
            case .resized: screen.forget()
            case .stop: try suspend()
            case .continued:
                // The shell has used the terminal meanwhile.
                screen.close()
                try screen.open()
            case .end(SIGINT): return .key
            case .end(let number): return .signal(number)
            }
        }
        return nil
    }

    private func suspend() throws {
        screen.close()
        signals.stop()
        try screen.open()
    }
}
