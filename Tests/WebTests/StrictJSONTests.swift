import EventFixture
import FileAccess
import Foundation
import Testing

@testable import Web

@Suite("JSON that programs send")
struct StrictJSONTests {
    @Test("A number is one where Foundation takes it for one")
    func numbers() throws {
        var random = SeededGenerator(for: "numbers in JSON")
        let letters = Array("00112345678999..eE+--")
        var taken = 0
        for _ in 0..<20_000 {
            let word = String(
                (1...Int.random(in: 1...6, using: &random)).map { _ in letters.randomElement(using: &random)! })
            let text = "[\(word)]"
            let stop = JSONScan.stop(in: Array(text.utf8))
            // What no Double holds is refused by us alone, and 0e1, which is a number, by Foundation alone.
            if stop?.what.contains("beyond all lengths") ?? false || word.contains(/^-?0[eE]/) { continue }
            let isNumber = (try? JSONDecoder().decode([Double].self, from: Data(text.utf8))) != nil
            #expect((stop == nil) == isNumber, "\(word)")
            if isNumber { taken += 1 }
        }
        #expect((1000..<19_000).contains(taken))
    }
}
