import EventFixture
import KeyboardFixture
import Testing

@testable import Gate

@Suite("Keyboard layouts")
struct LayoutTests {
    static let hosts = KeyboardLayout.allCases.flatMap { layout in
        layout.hosts.map { (layout, $0.layout, $0.variant) }
    }

    @Test(
        "The tables of keyboard layouts agree with the layouts of the package xkeyboard-config",
        arguments: hosts.map { "\($1) \($2)" })
    func tables(_ name: String) throws {
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        let (plain, shifted) = layout.keys
        #expect(KeyboardHost.keys.count == plain.unicodeScalars.count && plain.count == shifted.count)
        // In the first variant of a layout, all keys must agree with the table. In the other variants, only the letter
        // and digit keys must agree, because tickets need no other characters.
        let isFirst = layout.hosts[0] == (host, variant)
        for (index, key) in KeyboardHost.keys.enumerated() {
            for (row, isShifted) in [(plain, false), (shifted, true)] {
                let written = Array(row.unicodeScalars)[index]
                let typed = try keyboard.character(of: key, isShifted: isShifted)
                let isNeeded =
                    "1234567890".contains(Array(KeyboardLayout.us.keys.plain)[index])
                    || Array(KeyboardLayout.us.keys.plain)[index].isLetter
                if isFirst || isNeeded { #expect(written == typed, "\(layout) \(key)") }
            }
        }
    }

    @Test("No two keys of a layout type the same character", arguments: KeyboardLayout.allCases)
    func unambiguous(_ layout: KeyboardLayout) {
        let all = Array((layout.keys.plain + layout.keys.shifted).unicodeScalars)
        #expect(Set(all).count == all.count)
    }

    @Test(
        "Letters and digits typed with any layout, with or without caps lock, are converted back to the sent text",
        arguments: hosts.map { "\($1) \($2)" })
    func backAndForth(_ name: String) throws {
        let (layout, host, variant) = try #require(LayoutTests.hosts.first { "\($1) \($2)" == name })
        let keyboard = try KeyboardHost(host, variant)
        let keys = KeyboardDecoder(layout)
        let text = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for capsLock in [false, true] {
            for sent in [text, text.lowercased()] {
                let typed = try keyboard.type(sent, capsLock: capsLock)
                #expect(keys.usCharacters(Array(typed.unicodeScalars)) == Array(text.utf8), "\(typed)")
            }
        }
    }

    @Test(
        "Digits are converted back even if caps lock also shifts the digit keys, as on some computers",
        arguments: KeyboardLayout.allCases)
    func shiftLock(_ layout: KeyboardLayout) throws {
        let keyboard = try KeyboardHost(layout.hosts[0].layout)
        let typed = try KeyboardHost.keys[1...10].map { try keyboard.character(of: $0, isShifted: true) }
        #expect(KeyboardDecoder(layout).usCharacters(typed) == Array("1234567890".utf8))
    }

    @Test("A character that no key of a layout types is reported as unknown")
    func strangers() {
        let scalars = ["\u{0}", "\u{4FF}", "\u{500}", "\u{10FFFF}", "\u{FFFD}", " ", "漢"].map { (text: String) in
            text.unicodeScalars[text.unicodeScalars.startIndex]
        }
        for keys in KeyboardDecoder.all {
            #expect(keys.usCharacters(scalars) == Array(repeating: 0, count: scalars.count))
            #expect(keys.keyPositions(scalars) == Array(repeating: KeyboardDecoder.none, count: scalars.count))
        }
    }
}
