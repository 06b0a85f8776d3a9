import EventFixture
import Testing

@testable import eventpass

@Suite("A keyboard that a person and a scanner share", .besideOthers)
struct TypingTests {
    private static let token = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"

    /// Types one character after the other.
    private struct Hands {
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

    @Test("A scan is one line, whether it ends with Enter or Tab, and a following line feed adds none")
    func scan() {
        for end in ["\r", "\t", "\n", "\r\n"] {
            var hands = Hands()
            #expect(
                hands.type(TypingTests.token + end, every: .milliseconds(2))
                    == [.line(Array(TypingTests.token.utf8), .machine)])
            #expect(hands.typing.isEmpty)
        }
    }

    @Test("Letters are never commands, and slow typing comes from a person")
    func letters() {
        var hands = Hands()
        #expect(hands.type("qx?udfh ", every: .milliseconds(200)).isEmpty)
        #expect(hands.wait(.seconds(5)).isEmpty)
        #expect(hands.type("\r", every: .zero) == [.line(Array("qx?udfh ".utf8), .person)])
    }

    @Test("Command keys during a scan, before it or after it, are no commands")
    func hostileSymbols() {
        let keys = ["\u{3}", "\u{4}", "\u{1A}", "\u{1B}OR", "\u{1B}[21~", "\u{1B}", "\u{11}", "\u{1B}[A"]
        for key in keys {
            for text in [key + TypingTests.token, TypingTests.token + key, "24" + key + TypingTests.token, key] {
                for pause in [Duration.zero, .milliseconds(1), .milliseconds(30)] {
                    var hands = Hands()
                    let outcomes = hands.type(text + "\r", every: pause) + hands.wait(.seconds(1))
                    let isLine = if case .line? = outcomes.first { true } else { false }
                    #expect(outcomes.count == 1 && isLine, "\(text.debugDescription) \(pause) \(outcomes)")
                }
            }
        }
    }

    @Test("A separate command key counts once, however long it is held down")
    func alone() {
        var hands = Hands()
        #expect(hands.type("\u{3}", every: .zero).isEmpty)
        #expect(hands.wait(.milliseconds(60)) == [.command(.control("C"))])
        _ = hands.wait(.seconds(1))
        var held: [InputClassifier.Outcome] = []
        for _ in 0..<100 { held += hands.type("\u{1B}OR", every: .milliseconds(30)) }
        held += hands.wait(.seconds(1))
        #expect(held == [.command(.function(3))])
        #expect(hands.typing.isEmpty)
    }

    @Test("A key held down before a scan does not spoil it")
    func leftovers() {
        var hands = Hands()
        #expect(hands.type("zz", every: .milliseconds(90)).isEmpty)
        _ = hands.wait(.seconds(2))
        let outcomes = hands.type(TypingTests.token + "\r", every: .milliseconds(3))
        #expect(outcomes == [.line(Array(TypingTests.token.utf8), .machine)])
    }

    @Test("A scanner that pauses loses nothing")
    func hesitation() {
        var hands = Hands()
        _ = hands.type(String(TypingTests.token.prefix(20)), every: .milliseconds(2))
        _ = hands.wait(.milliseconds(400))
        let rest = hands.type(TypingTests.token.dropFirst(20) + "\r", every: .milliseconds(2))
        #expect(rest == [.line(Array(TypingTests.token.utf8), .machine)])
        // Even a pause that could separate two scans leaves one line.
        _ = hands.type(String(TypingTests.token.prefix(40)), every: .milliseconds(2))
        _ = hands.wait(.seconds(1))
        let end = hands.type(TypingTests.token.dropFirst(40) + "\r", every: .milliseconds(2))
        #expect(end == [.line(Array(TypingTests.token.utf8), .person)])
    }

    @Test("A megabyte without an end is truncated to its limit, and answered once")
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

    @Test("Backspace deletes a whole character, and nothing in an empty field")
    func backspace() {
        var hands = Hands()
        _ = hands.type("né\u{7F}\u{7F}\u{7F}ok\r", every: .milliseconds(200))
        _ = hands.type("né\u{7F}", every: .milliseconds(200))
        #expect(hands.typing.text == Array("n".utf8))
    }

    @Test("Buffered scans are scans, and more than people can scan is a paste")
    func flood() {
        let scan = Array((TypingTests.token + "\r").utf8)
        let product = Array("4012345678901\r".utf8)
        var flood = PasteDetector()
        func floods(_ bytes: [UInt8], times: Int, at now: Duration) -> Bool {
            (0..<times).map { _ in flood.isPaste(bytes, at: now) }.contains(true)
        }
        #expect(floods(scan, times: 30, at: .seconds(1)) == false)
        #expect(floods(scan, times: 10, at: .seconds(1)))
        #expect(floods(scan, times: 1, at: .seconds(2)) == false)
        #expect(floods(product, times: 8, at: .seconds(3)) == false)
        #expect(floods(product, times: 1, at: .seconds(3)))
        #expect(floods(product, times: 1, at: .seconds(4)) == false)
        // One character after the other, for hours.
        for step in 0..<10_000 {
            let isFlood = flood.isPaste([65], at: .seconds(5) + .milliseconds(60 * step))
            #expect(!isFlood)
        }
    }

    // MARK: Answers that need a person’s Enter

    private func answering(_ text: String, every pause: Duration = .milliseconds(180)) -> Hands {
        var hands = Hands()
        hands.typing.requiresManualEnter = true
        #expect(hands.type(text, every: pause).isEmpty)
        return hands
    }

    @Test("A separate Enter confirms an answer, and one right after the last letter does not")
    func personsEnd() {
        var hands = answering("twice ")
        #expect(hands.type("\r", every: .milliseconds(60)).isEmpty)
        #expect(hands.wait(.zero) == [.line(Array("twice ".utf8), .person)])
        #expect(hands.typing.isEmpty)
        hands = answering("twice", every: .milliseconds(100))
        #expect(hands.type("\r", every: .milliseconds(300)) == [.ignoredEnter])
        #expect(hands.typing.text == Array("twice".utf8))
        #expect(hands.type("\r", every: .milliseconds(60)) + hands.wait(.zero) == [.line(Array("twice".utf8), .person)])
        // An empty answer, too.
        #expect(
            hands.wait(.seconds(1)) + hands.type("\r", every: .milliseconds(60)) + hands.wait(.zero) == [
                .line([], .person)
            ])
    }

    @Test("Scanner input during an answer is a separate scan, with any content, at any moment")
    func scannersEnd() {
        for scan in [TypingTests.token, "4006381333931", "https://example.org/x"] {
            for end in ["\r", "\n", "\t", "\r\n", "\r\r"] {
                for rest in [60, 120, 300, 700] {
                    var hands = answering("wrong la")
                    hands.now += .milliseconds(rest - 180)
                    let outcomes = hands.type(scan + end, every: .milliseconds(2)) + hands.wait(.seconds(1))
                    #expect(outcomes == [.line(Array(scan.utf8), .machine)], "\(scan) after \(rest) ms")
                    #expect(hands.typing.text == Array("wrong la".utf8))
                    #expect(hands.typing.shown == "wrong la")
                }
            }
        }
    }

    @Test(
        "A ticket without a line end is no answer; letters in one piece are an answer once they were shown"
    )
    func withoutEnd() {
        var hands = answering("wrong la")
        #expect(hands.type(TypingTests.token, every: .milliseconds(2)).isEmpty)
        #expect(
            hands.wait(.seconds(1)) + hands.type("\r", every: .milliseconds(60)) + hands.wait(.zero) == [
                .line(Array(TypingTests.token.utf8), .machine)
            ])
        #expect(hands.typing.text == Array("wrong la".utf8))
        #expect(hands.wait(.seconds(1)) + hands.type("ne, of course", every: .zero) == [])
        #expect(hands.typing.shown == "wrong la…")
        #expect(
            hands.wait(.seconds(1)) + hands.type("\r", every: .milliseconds(60)) + hands.wait(.zero) == [.ignoredEnter])
        #expect(hands.typing.shown == "wrong lane, of course")
        #expect(
            hands.wait(.seconds(1)) + hands.type("\r", every: .milliseconds(60)) + hands.wait(.zero) == [
                .line(Array("wrong lane, of course".utf8), .person)
            ])
    }

    @Test("A symbol of line ends only, or with a few characters, answers nothing")
    func symbolsOfEnds() {
        for symbol in ["\r\r", "\r\n", "\n\r", "\t\r", "\r\r\r", "y\r", "\ry\r", "\r\u{1B}OP\r"] {
            for pause in [Duration.zero, .milliseconds(2), .milliseconds(30)] {
                var hands = answering("wrong lane")
                let outcomes = hands.wait(.seconds(1)) + hands.type(symbol, every: pause) + hands.wait(.seconds(1))
                #expect(!outcomes.contains { if case .line = $0 { true } else { false } }, "\(symbol.debugDescription)")
            }
        }
    }

    @Test("Fast input is not echoed before it is classified")
    func hidden() {
        var hands = answering("la")
        #expect(hands.type(String(TypingTests.token.prefix(30)), every: .milliseconds(2)).isEmpty)
        #expect(hands.typing.shown == "la…")
        hands = answering(String(repeating: "long ", count: 30))
        #expect(hands.typing.shown == String(repeating: "long ", count: 30))
    }
}
