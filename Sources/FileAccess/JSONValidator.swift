import Foundation
public import Languages

/// Finds the first syntax error of a JSON text and the line of the error. Foundation's decoder does not report the
/// line. Duplicate keys are also errors, since a decoder would use the value of only one of them.
public struct JSONValidator {
    /// An error, and its line, counted from 1.
    public struct Fault: Error {
        public let line: Int
        public let kind: Text
        public let sentence: Sentence

        fileprivate init(_ kind: Text, _ arguments: [String: SentenceArgument] = [:], line: Int) {
            self.line = line
            self.kind = kind
            sentence = Sentence(Text.invalid, ["fault": .sentence(kind, arguments)])
        }

        fileprivate init(twice key: String, lines: (first: Int, second: Int)) {
            line = lines.second
            kind = .repeatedKey
            sentence = Sentence(
                Text.repeatedKey, ["key": .text(String(key.prefix(20))), "line": .text("\(lines.first)")])
        }
    }

    public enum Text: String, SentenceKey {
        public static let subject = "jsonFault"

        case invalid = "invalid JSON: {fault}"
        case repeatedKey = "the key “{key}” appears twice; the first is on line {line}"
        case notUTF8 = "it is not valid UTF-8"
        case endsEarly = "the file ends too early"
        case textAfterEnd = "unexpected text after the last }"
        case tooDeep = "it is nested too deeply"
        case missingKey = "a key in quotes is missing"
        case missingColon = "a : is missing"
        case missingComma = "a , or {end} is missing"
        case unterminatedText = "a quoted text does not end on its line"
        case singleBackslash = "a single \\: write it twice"
        case halfSurrogate = "{escape} is half of a surrogate pair: the other half is missing"
        case fourDigits = "\\u needs four digits"
        case outOfRange = "“{token}” is out of range"
        case missingValue = "a value is missing"
        case notAValue = "“{token}” is not a value: put texts in quotes"
    }

    private let bytes: [UInt8]
    private var index = 0
    private let deepest: Int

    /// The first syntax error of a text; nil if the text is valid JSON.
    ///
    /// - Parameter deepest: the maximum depth to which objects and arrays may be nested.
    public static func firstFault(in bytes: [UInt8], deepest: Int = 512) -> Fault? {
        for (line, text) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where String(validating: text, as: UTF8.self) == nil {
            return Fault(.notUTF8, line: line + 1)
        }
        var scan = JSONValidator(bytes: bytes, deepest: deepest)
        do throws(Fault) {
            try scan.value(depth: 0)
            scan.skipSpace()
            if scan.index < bytes.count { throw scan.firstFault(.textAfterEnd) }
            return nil
        } catch { return error }
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func firstFault(_ kind: Text, _ arguments: [String: SentenceArgument] = [:]) -> Fault {
        index < bytes.count
            ? Fault(kind, arguments, line: line(of: index)) : Fault(.endsEarly, line: line(of: index))
    }

    private func line(of index: Int) -> Int {
        bytes[..<min(index, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
    }

    private mutating func skipSpace() {
        while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { index += 1 }
    }

    private mutating func consume(_ letter: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: letter) else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(Fault) {
        guard depth < deepest else { throw firstFault(.tooDeep) }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): try members(until: "}", depth: depth, areNamed: true)
        case UInt8(ascii: "["): try members(until: "]", depth: depth, areNamed: false)
        case UInt8(ascii: "\""): try text()
        default: try token()
        }
    }

    private mutating func members(until end: Unicode.Scalar, depth: Int, areNamed: Bool) throws(Fault) {
        index += 1
        if consume(end) { return }
        var keys: [String: Int] = [:]
        repeat {
            if areNamed {
                skipSpace()
                guard next == UInt8(ascii: "\"") else { throw firstFault(.missingKey) }
                let start = index
                try text()
                let key = JSONValidator.key(bytes[start..<index])
                if let first = keys.updateValue(start, forKey: key) {
                    throw Fault(twice: key, lines: (line(of: first), line(of: start)))
                }
                guard consume(":") else { throw firstFault(.missingColon) }
            }
            try value(depth: depth + 1)
        } while consume(",")
        guard consume(end) else { throw firstFault(.missingComma, ["end": "\(end)"]) }
    }

    private static let decoder = JSONDecoder()

    /// The text of a key. Escape sequences, such as `\u0061`, are decoded.
    private static func key(_ quoted: ArraySlice<UInt8>) -> String {
        let plain = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        guard quoted.contains(UInt8(ascii: "\\")) else { return plain }
        do {
            return try decoder.decode(String.self, from: Data(quoted))
        } catch {
            // Foundation's decoder cannot decode this key, so it will reject the whole text.
            return plain
        }
    }

    private mutating func text() throws(Fault) {
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw firstFault(.unterminatedText) }
            index += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let next, "\"\\/bfnrtu".utf8.contains(next) else { throw firstFault(.singleBackslash) }
            index += 1
            if next == UInt8(ascii: "u") { try letter() }
        }
        guard next != nil else { throw firstFault(.endsEarly) }
        index += 1
    }

    /// Parses an escape after `\u`: four hexadecimal digits, or a UTF-16 surrogate pair (RFC 8259 §7).
    private mutating func letter() throws(Fault) {
        let high = try codeUnit()
        guard UTF16.isSurrogate(high) else { return }
        guard UTF16.isLeadSurrogate(high), bytes[index...].starts(with: Array("\\u".utf8)) else {
            throw firstFault(.halfSurrogate, ["escape": "\\u\(String(high, radix: 16))"])
        }
        index += 2
        guard UTF16.isTrailSurrogate(try codeUnit()) else {
            throw firstFault(.halfSurrogate, ["escape": "\\u\(String(high, radix: 16))"])
        }
    }

    private mutating func codeUnit() throws(Fault) -> UInt16 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, let unit = HexadecimalText.number(digits) else { throw firstFault(.fourDigits) }
        index += 4
        return UInt16(unit)
    }

    /// Parses a number, `true`, `false` or `null`.
    private mutating func token() throws(Fault) {
        let start = index
        while let next, ![0x20, 0x09, 0x0A, 0x0D].contains(next), !"{}[],:\"".utf8.contains(next) { index += 1 }
        let token = String(decoding: bytes[start..<index], as: UTF8.self)
        let isNumber = JSONValidator.isNumber(bytes[start..<index])
        if isNumber, !isRepresentable(token) {
            index = start
            throw firstFault(.outOfRange, ["token": "\(token.prefix(20))"])
        }
        guard isNumber || ["true", "false", "null"].contains(token) else {
            index = start
            if token.isEmpty { throw firstFault(.missingValue) }
            throw firstFault(.notAValue, ["token": "\(token.prefix(20))"])
        }
    }

    /// Whether a token is a JSON number (RFC 8259 §6). A regular expression would be too slow, since a file may contain
    /// a million numbers.
    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
        var rest = token
        func accept(_ letters: String) -> Bool {
            guard let first = rest.first, letters.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func acceptDigits() -> Bool {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest.removeFirst(count)
            return count > 0
        }
        _ = accept("-")
        guard accept("0") || acceptDigits() else { return false }
        if accept("."), !acceptDigits() { return false }
        if accept("eE") {
            _ = accept("+-")
            guard acceptDigits() else { return false }
        }
        return rest.isEmpty
    }

    /// Whether a number is finite as a `Double` and does not underflow to 0.
    private func isRepresentable(_ token: String) -> Bool {
        guard let number = Double(token), number.isFinite else { return false }
        return number != 0 || !token.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
    }
}
