import Foundation

/// Where a text stops being JSON: Foundation's decoder tells only that it does. It reads no values, and of keys whether
/// one stands twice in an object, of which a decoder would take either.
public struct JSONScan {
    /// What is wrong, on which line, from 1.
    public struct Stop: Error {
        public let line: Int
        public let what: String

        fileprivate init(noJSON what: String, line: Int) {
            self.line = line
            self.what = "this is no JSON: \(what)"
        }

        fileprivate init(twice key: String, lines: (first: Int, second: Int)) {
            line = lines.second
            what = "the key “\(key.prefix(20))” is there a second time; the first is on line \(lines.first)"
        }
    }

    private let bytes: [UInt8]
    private var place = 0
    private let deepest: Int

    /// The fault of a text, or nil where it is JSON.
    ///
    /// - Parameter deepest: how many objects and lists may be inside each other.
    public static func stop(in bytes: [UInt8], deepest: Int = 512) -> Stop? {
        for (line, text) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where String(validating: text, as: UTF8.self) == nil {
            return Stop(noJSON: "it holds letters that are not UTF-8", line: line + 1)
        }
        var scan = JSONScan(bytes: bytes, deepest: deepest)
        do throws(Stop) {
            try scan.value(depth: 0)
            scan.skipSpace()
            if scan.place < bytes.count { throw scan.stop("something follows the last }") }
            return nil
        } catch { return error }
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func stop(_ what: String) -> Stop {
        Stop(noJSON: place < bytes.count ? what : "the file ends too early", line: line(of: place))
    }

    private func line(of place: Int) -> Int {
        bytes[..<min(place, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    }

    private mutating func skipSpace() {
        while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { place += 1 }
    }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: letter) else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(Stop) {
        guard depth < deepest else { throw stop("it is nested too deeply") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try members(until: "}", depth: depth, areNamed: true)
        case UInt8(ascii: "["): try members(until: "]", depth: depth, areNamed: false)
        case UInt8(ascii: "\""): try text()
        default: try word()
        }
    }

    private mutating func members(until end: Unicode.Scalar, depth: Int, areNamed: Bool) throws(Stop) {
        place += 1
        if take(end) { return }
        var keys: [String: Int] = [:]
        repeat {
            if areNamed {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw stop("a key in quotes is missing") }
                let start = place
                try text()
                let key = JSONScan.key(bytes[start..<place])
                if let first = keys.updateValue(start, forKey: key) {
                    throw Stop(twice: key, lines: (line(of: first), line(of: start)))
                }
                guard take(":") else { throw stop("a : is missing") }
            }
            try value(depth: depth + 1)
        } while take(",")
        guard take(end) else { throw stop("a , or \(end) is missing") }
    }

    private static let decoder = JSONDecoder()

    /// A key as the decoder has it: letters may be written as numbers, `\u0061`.
    private static func key(_ quoted: ArraySlice<UInt8>) -> String {
        let plain = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        guard quoted.contains(UInt8(ascii: "\\")) else { return plain }
        do {
            return try decoder.decode(String.self, from: Data(quoted))
        } catch {
            // What it can't read it refuses itself.
            return plain
        }
    }

    private mutating func text() throws(Stop) {
        place += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw stop("a text in quotes does not end on its line") }
            place += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let next, "\"\\/bfnrtu".utf8.contains(next) else { throw stop("a \\ stands alone: write it twice") }
            place += 1
            if next == UInt8(ascii: "u") { try letter() }
        }
        guard next != nil else { throw stop("") }
        place += 1
    }

    /// What follows `\u`: a letter's number in four digits, or two numbers where UTF-16 takes two (RFC 8259 §7).
    private mutating func letter() throws(Stop) {
        let high = try codeUnit()
        guard UTF16.isSurrogate(high) else { return }
        guard UTF16.isLeadSurrogate(high), bytes[place...].starts(with: Array("\\u".utf8)) else {
            throw stop("\\u\(String(high, radix: 16)) is half a letter: its other half is missing")
        }
        place += 2
        guard UTF16.isTrailSurrogate(try codeUnit()) else {
            throw stop("\\u\(String(high, radix: 16)) is half a letter: its other half is missing")
        }
    }

    private mutating func codeUnit() throws(Stop) -> UInt16 {
        let digits = bytes[place...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ isxdigit(Int32($0)) != 0 }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw stop("\\u needs four digits") }
        place += 4
        return unit
    }

    /// A number, `true`, `false` or `null`.
    private mutating func word() throws(Stop) {
        let start = place
        while let next, ![0x20, 0x09, 0x0A, 0x0D].contains(next), !"{}[],:\"".utf8.contains(next) { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        let isNumber = JSONScan.isNumber(bytes[start..<place])
        if isNumber, !isRepresentable(word) {
            place = start
            throw stop("“\(word.prefix(20))” is beyond all lengths")
        }
        guard isNumber || ["true", "false", "null"].contains(word) else {
            place = start
            throw stop(word.isEmpty ? "a value is missing" : "“\(word.prefix(20))” is no value: texts stand in quotes")
        }
    }

    /// As numbers are written (RFC 8259 §6). By hand: there may be a million of them, too many for a pattern.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var rest = word
        func take(_ letters: String) -> Bool {
            guard let first = rest.first, letters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func takeDigits() -> Bool {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest.removeFirst(count)
            return count > 0
        }
        _ = take("-")
        guard take("0") || takeDigits() else { return false }
        if take("."), !takeDigits() { return false }
        if take("eE") {
            _ = take("+-")
            guard takeDigits() else { return false }
        }
        return rest.isEmpty
    }

    /// Not infinite, and not 0 where the text has something else.
    private func isRepresentable(_ word: String) -> Bool {
        guard let number = Double(word), number.isFinite else { return false }
        return number != 0 || !word.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
    }
}
