import EventFixture
import Testing

@testable import eventpass

@Suite("A keyboard that a person and a scanner share")
struct TypingTests {
    private static let token = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"

    /// Types one character after the other.
    private struct Hands {
        var typing = Typing()
        var now = Duration.seconds(10)
        var decoder = KeyDecoder()

        mutating func type(_ text: String, every pause: Duration) -> [Typing.Outcome] {
            var outcomes: [Typing.Outcome] = []
            for key in decoder.decode(Array(text.utf8)) + decoder.rest() {
                let parts = key.meaning == .text ? key.bytes.map { Key(meaning: .text, bytes: [$0]) } : [key]
                for part in parts {
                    outcomes += [typing.settle(at: now), typing.take(part, at: now)].compactMap(\.self)
                    now += pause
                }
            }
            return outcomes
        }

        mutating func wait(_ time: Duration) -> [Typing.Outcome] {
            now += time
            return [typing.settle(at: now)].compactMap(\.self)
        }
    }

    @Test("A scan is one line, whether it ends with Enter or Tab, and the line feed behind it is none")
    func scan() {
        for end in ["\r", "\t", "\n", "\r\n"] {
            var hands = Hands()
            #expect(
                hands.type(TypingTests.token + end, every: .milliseconds(2))
                    == [.line(Array(TypingTests.token.utf8), .machine)])
            #expect(hands.typing.isEmpty)
        }
    }

    @Test("Letters are never commands, and what is typed slowly is a person's")
    func letters() {
        var hands = Hands()
        #expect(hands.type("qx?udfh ", every: .milliseconds(200)).isEmpty)
        #expect(hands.wait(.seconds(5)).isEmpty)
        #expect(hands.type("\r", every: .zero) == [.line(Array("qx?udfh ".utf8), .person)])
    }

    @Test("Command keys in the middle of a scan, before it or behind it, are no commands")
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

    @Test("A command key that stands alone counts once, however long it is held down")
    func alone() {
        var hands = Hands()
        #expect(hands.type("\u{3}", every: .zero).isEmpty)
        #expect(hands.wait(.milliseconds(60)) == [.command(.control("C"))])
        _ = hands.wait(.seconds(1))
        var held: [Typing.Outcome] = []
        for _ in 0..<100 { held += hands.type("\u{1B}OR", every: .milliseconds(30)) }
        held += hands.wait(.seconds(1))
        #expect(held == [.command(.function(3))])
        #expect(hands.typing.isEmpty)
    }

    @Test("What somebody leaned on before does not spoil the scan")
    func leftovers() {
        var hands = Hands()
        #expect(hands.type("zz", every: .milliseconds(90)).isEmpty)
        _ = hands.wait(.seconds(2))
        let outcomes = hands.type(TypingTests.token + "\r", every: .milliseconds(3))
        #expect(outcomes == [.line(Array(TypingTests.token.utf8), .machine)])
    }

    @Test("A scanner that hesitates loses nothing")
    func hesitation() {
        var hands = Hands()
        _ = hands.type(String(TypingTests.token.prefix(20)), every: .milliseconds(2))
        _ = hands.wait(.milliseconds(400))
        let rest = hands.type(TypingTests.token.dropFirst(20) + "\r", every: .milliseconds(2))
        #expect(rest == [.line(Array(TypingTests.token.utf8), .machine)])
        // Even so long that it could have been another run: the whole is still one line.
        _ = hands.type(String(TypingTests.token.prefix(40)), every: .milliseconds(2))
        _ = hands.wait(.seconds(1))
        let end = hands.type(TypingTests.token.dropFirst(40) + "\r", every: .milliseconds(2))
        #expect(end == [.line(Array(TypingTests.token.utf8), .person)])
    }

    @Test("A megabyte without an end is kept to its limit, and answered once")
    func bounds() {
        var typing = Typing()
        let part = [UInt8](repeating: UInt8(ascii: "A"), count: 65536)
        for step in 0..<16 { #expect(typing.take(Key(meaning: .text, bytes: part), at: .milliseconds(step)) == nil) }
        #expect(typing.text.count == Typing.limit)
        guard case .line(let line, _) = typing.take(Key(meaning: .end, bytes: [13]), at: .milliseconds(20)) else {
            Issue.record("no line")
            return
        }
        #expect(line.count == Typing.limit)
        #expect(typing.isEmpty)
    }

    @Test("Backspace takes back a whole character, and nothing where there is nothing")
    func backspace() {
        var hands = Hands()
        _ = hands.type("né\u{7F}\u{7F}\u{7F}ok\r", every: .milliseconds(200))
        _ = hands.type("né\u{7F}", every: .milliseconds(200))
        #expect(hands.typing.text == Array("n".utf8))
    }

    @Test("Scans that piled up are scans, and what is more than people can scan is a paste")
    func flood() {
        let scan = Array((TypingTests.token + "\r").utf8)
        let product = Array("4012345678901\r".utf8)
        var flood = Flood()
        func floods(_ bytes: [UInt8], times: Int, at now: Duration) -> Bool {
            (0..<times).map { _ in flood.take(bytes, at: now) }.contains(true)
        }
        #expect(floods(scan, times: 30, at: .seconds(1)) == false)
        #expect(floods(scan, times: 10, at: .seconds(1)))
        #expect(floods(scan, times: 1, at: .seconds(2)) == false)
        #expect(floods(product, times: 8, at: .seconds(3)) == false)
        #expect(floods(product, times: 1, at: .seconds(3)))
        #expect(floods(product, times: 1, at: .seconds(4)) == false)
        // One character after the other, for hours.
        for step in 0..<10_000 {
            let isFlood = flood.take([65], at: .seconds(5) + .milliseconds(60 * step))
            #expect(!isFlood)
        }
    }
}
