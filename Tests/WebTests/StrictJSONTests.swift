import EventFixture
import FileAccess
import Foundation
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("JSON from clients")
struct StrictJSONTests {
    @Test("The parser accepts the same numbers as Foundation’s JSON decoder, apart from two known exceptions")
    func numbers() throws {
        var random = SeededGenerator(for: "numbers in JSON")
        let letters = Array("00112345678999..eE+--")
        var accepted = 0
        for _ in 0..<20_000 {
            let literal = String(
                (1...Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random)! })
            let text = "[\(literal)]"
            let stop = JSONValidator.firstFault(in: Array(text.utf8))
            // The two exceptions are skipped. Only this parser refuses numbers outside the range of `Double`. Only
            // Foundation refuses valid numbers such as 0e1 and 0.0e1.
            if stop?.kind == .outOfRange || literal.contains(/^-?0(\.0+)?[eE]/) { continue }
            let isNumber = (try? JSONDecoder().decode([Double].self, from: Data(text.utf8))) != nil
            #expect((stop == nil) == isNumber, "\(literal)")
            if isNumber { accepted += 1 }
        }
        #expect((1000..<19_000).contains(accepted))
    }
}
