import EventFixture
import Testing

@testable import eventpass

@Suite("Input that comes from a person’s keyboard or from a scanner", .lowPriority)
struct TypingTests {
    private static let token = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"

    /// Types one character after another, with a pause after each character.
    private struct SimulatedKeyboard {
        var typing = InputClassifier()
        var now = Duration.seconds(10)
        var decoder = KeyDecoder()

        mutating func type(_ text: String, every pause: Duration) -> [InputClassifier.Outcome] {
            var outcomes: [InputClassifier.Outcome] = []
            for key in decoder.decode(Array(text.utf8)) + decoder.flush() {
                let parts = key.meaning == .text ? key.bytes.map { Key(meaning: .text, bytes: [$0]) } : [key]
                for part in parts {
                    outcomes += [typing.flushCommand(at: now), typing.process(part, at: now)].compactMap(\.self)
                    now += pause
                }
            }
            return outcomes
        }

        mutating func wait(_ time: Duration) -> [InputClassifier.Outcome] {
            now += time
            return [typing.flushCommand(at: now)].compactMap(\.self)
        }
    }

    @Test("A scan that ends with Enter, Tab, a line feed, or Enter and a line feed becomes one line")
    func scan() {
        for end in ["\r", "\t", "\n", "\r\n"] {
            var keyboard = SimulatedKeyboard()
            #expect(
                keyboard.type(TypingTests.token + end, every: .milliseconds(2))
                    == [.line(Array(TypingTests.token.utf8), .machine)])
            #expect(keyboard.typing.isEmpty)
        }
    }

    @Test("Letters are never commands, and a slowly typed line is classified as a person’s line")
    func letters() {
        var keyboard = SimulatedKeyboard()
        #expect(keyboard.type("qx?udfh ", every: .milliseconds(200)).isEmpty)
        #expect(keyboard.wait(.seconds(5)).isEmpty)
        #expect(keyboard.type("\r", every: .zero) == [.line(Array("qx?udfh ".utf8), .person)])
    }

    @Test("Command keys that arrive during a scan, or right before or after a scan, are not executed as commands")
    func hostileSymbols() {
        let keys = ["\u{3}", "\u{4}", "\u{1A}", "\u{1B}OR", "\u{1B}[21~", "\u{1B}", "\u{11}", "\u{1B}[A"]
        for key in keys {
            for text in [key + TypingTests.token, TypingTests.token + key, "24" + key + TypingTests.token, key] {
                for pause in [Duration.zero, .milliseconds(1), .milliseconds(30)] {
                    var keyboard = SimulatedKeyboard()
                    let outcomes = keyboard.type(text + "\r", every: pause) + keyboard.wait(.seconds(1))
                    let isLine = if case .line? = outcomes.first { true } else { false }
                    #expect(outcomes.count == 1 && isLine, "\(text.debugDescription) \(pause) \(outcomes)")
                }
            }
        }
    }

    @Test("A command key without other input is one command, however long it is held down")
    func alone() {
        var keyboard = SimulatedKeyboard()
        #expect(keyboard.type("\u{3}", every: .zero).isEmpty)
        #expect(keyboard.wait(.milliseconds(60)) == [.command(.control("C"))])
        _ = keyboard.wait(.seconds(1))
        var outcomes: [InputClassifier.Outcome] = []
        for _ in 0..<100 { outcomes += keyboard.type("\u{1B}OR", every: .milliseconds(30)) }
        outcomes += keyboard.wait(.seconds(1))
        #expect(outcomes == [.command(.function(3))])
        #expect(keyboard.typing.isEmpty)
    }

    @Test("Letters that a person types before a scan do not become part of the scan")
    func leftovers() {
        var keyboard = SimulatedKeyboard()
        #expect(keyboard.type("zz", every: .milliseconds(90)).isEmpty)
        _ = keyboard.wait(.seconds(2))
        let outcomes = keyboard.type(TypingTests.token + "\r", every: .milliseconds(3))
        #expect(outcomes == [.line(Array(TypingTests.token.utf8), .machine)])
    }

    @Test("A scan with a pause in the middle is still one line, and no character is lost")
    func scannerPause() {
        var keyboard = SimulatedKeyboard()
        _ = keyboard.type(String(TypingTests.token.prefix(20)), every: .milliseconds(2))
        _ = keyboard.wait(.milliseconds(400))
        let rest = keyboard.type(TypingTests.token.dropFirst(20) + "\r", every: .milliseconds(2))
        #expect(rest == [.line(Array(TypingTests.token.utf8), .machine)])
        // A longer pause does not divide the line either, but the line is then classified as typed by a person.
        _ = keyboard.type(String(TypingTests.token.prefix(40)), every: .milliseconds(2))
        _ = keyboard.wait(.seconds(1))
        let end = keyboard.type(TypingTests.token.dropFirst(40) + "\r", every: .milliseconds(2))
        #expect(end == [.line(Array(TypingTests.token.utf8), .person)])
    }

    @Test("A typed line of a megabyte is reported as one line, which is truncated to the limit")
    func bounds() {
        var typing = InputClassifier()
        let part = [UInt8](repeating: UInt8(ascii: "A"), count: 65536)
        for step in 0..<16 { #expect(typing.process(Key(meaning: .text, bytes: part), at: .milliseconds(step)) == nil) }
        #expect(typing.text.count == InputClassifier.limit)
        guard case .line(let line, _) = typing.process(Key(meaning: .lineEnd, bytes: [13]), at: .milliseconds(20))
        else {
            Issue.record("no line")
            return
        }
        #expect(line.count == InputClassifier.limit)
        #expect(typing.isEmpty)
    }

    @Test("Backspace deletes a whole character, and does nothing in an empty field")
    func backspace() {
        var keyboard = SimulatedKeyboard()
        _ = keyboard.type("né\u{7F}\u{7F}\u{7F}ok\r", every: .milliseconds(200))
        _ = keyboard.type("né\u{7F}", every: .milliseconds(200))
        #expect(keyboard.typing.text == Array("n".utf8))
    }

    @Test("Thirty tickets that arrive at once count as scans, but forty tickets or nine short lines count as a paste")
    func pasteDetection() {
        let scan = Array((TypingTests.token + "\r").utf8)
        let product = Array("4012345678901\r".utf8)
        var pasteDetector = PasteDetector()
        func isPaste(_ bytes: [UInt8], times: Int, at now: Duration) -> Bool {
            (0..<times).map { _ in pasteDetector.isPaste(bytes, at: now) }.contains(true)
        }
        #expect(isPaste(scan, times: 30, at: .seconds(1)) == false)
        #expect(isPaste(scan, times: 10, at: .seconds(1)))
        #expect(isPaste(scan, times: 1, at: .seconds(2)) == false)
        #expect(isPaste(product, times: 8, at: .seconds(3)) == false)
        #expect(isPaste(product, times: 1, at: .seconds(3)))
        #expect(isPaste(product, times: 1, at: .seconds(4)) == false)
        // Ten thousand single characters, 60 milliseconds apart, are not a paste.
        for step in 0..<10_000 {
            let isPaste = pasteDetector.isPaste([65], at: .seconds(5) + .milliseconds(60 * step))
            #expect(!isPaste)
        }
    }

    // MARK: Answers that a person must confirm with Enter

    private func answering(_ text: String, every pause: Duration = .milliseconds(180)) -> SimulatedKeyboard {
        var keyboard = SimulatedKeyboard()
        keyboard.typing.requiresManualEnter = true
        #expect(keyboard.type(text, every: pause).isEmpty)
        return keyboard
    }

    @Test("Enter confirms an answer only if no other input arrived immediately before Enter")
    func personsEnd() {
        var keyboard = answering("twice ")
        #expect(keyboard.type("\r", every: .milliseconds(60)).isEmpty)
        #expect(keyboard.wait(.zero) == [.line(Array("twice ".utf8), .person)])
        #expect(keyboard.typing.isEmpty)
        keyboard = answering("twice", every: .milliseconds(100))
        #expect(keyboard.type("\r", every: .milliseconds(300)) == [.ignoredEnter])
        #expect(keyboard.typing.text == Array("twice".utf8))
        #expect(
            keyboard.type("\r", every: .milliseconds(60)) + keyboard.wait(.zero) == [
                .line(Array("twice".utf8), .person)
            ])
        // Enter also confirms an empty answer.
        #expect(
            keyboard.wait(.seconds(1)) + keyboard.type("\r", every: .milliseconds(60)) + keyboard.wait(.zero) == [
                .line([], .person)
            ])
    }

    @Test("A scan that arrives while a person types an answer becomes a separate line, and does not change the answer")
    func scannersEnd() {
        for scan in [TypingTests.token, "4006381333931", "https://example.org/x"] {
            for end in ["\r", "\n", "\t", "\r\n", "\r\r"] {
                for rest in [60, 120, 300, 700] {
                    var keyboard = answering("wrong la")
                    keyboard.now += .milliseconds(rest - 180)
                    let outcomes = keyboard.type(scan + end, every: .milliseconds(2)) + keyboard.wait(.seconds(1))
                    #expect(outcomes == [.line(Array(scan.utf8), .machine)], "\(scan) after \(rest) ms")
                    #expect(keyboard.typing.text == Array("wrong la".utf8))
                    #expect(keyboard.typing.visibleText == "wrong la")
                }
            }
        }
    }

    @Test(
        "A scan without a line end is not an answer; Enter confirms quickly typed text only once it has become visible"
    )
    func withoutEnd() {
        var keyboard = answering("wrong la")
        #expect(keyboard.type(TypingTests.token, every: .milliseconds(2)).isEmpty)
        #expect(
            keyboard.wait(.seconds(1)) + keyboard.type("\r", every: .milliseconds(60)) + keyboard.wait(.zero) == [
                .line(Array(TypingTests.token.utf8), .machine)
            ])
        #expect(keyboard.typing.text == Array("wrong la".utf8))
        #expect(keyboard.wait(.seconds(1)) + keyboard.type("ne, of course", every: .zero) == [])
        #expect(keyboard.typing.visibleText == "wrong la…")
        #expect(
            keyboard.wait(.seconds(1)) + keyboard.type("\r", every: .milliseconds(60)) + keyboard.wait(.zero) == [
                .ignoredEnter
            ])
        #expect(keyboard.typing.visibleText == "wrong lane, of course")
        #expect(
            keyboard.wait(.seconds(1)) + keyboard.type("\r", every: .milliseconds(60)) + keyboard.wait(.zero) == [
                .line(Array("wrong lane, of course".utf8), .person)
            ])
    }

    @Test("A scanned symbol that consists of line ends, function keys or single letters does not confirm an answer")
    func symbolsOfEnds() {
        for symbol in ["\r\r", "\r\n", "\n\r", "\t\r", "\r\r\r", "y\r", "\ry\r", "\r\u{1B}OP\r"] {
            for pause in [Duration.zero, .milliseconds(2), .milliseconds(30)] {
                var keyboard = answering("wrong lane")
                let outcomes =
                    keyboard.wait(.seconds(1)) + keyboard.type(symbol, every: pause) + keyboard.wait(.seconds(1))
                #expect(!outcomes.contains { if case .line = $0 { true } else { false } }, "\(symbol.debugDescription)")
            }
        }
    }

    @Test("Fast input is not echoed before it is classified as typed or scanned")
    func hidden() {
        var keyboard = answering("la")
        #expect(keyboard.type(String(TypingTests.token.prefix(30)), every: .milliseconds(2)).isEmpty)
        #expect(keyboard.typing.visibleText == "la…")
        keyboard = answering(String(repeating: "long ", count: 30))
        #expect(keyboard.typing.visibleText == String(repeating: "long ", count: 30))
    }
}
