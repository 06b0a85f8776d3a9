import Glibc

enum PDFText {
    static let endOfObject = Array("endobj\n".utf8)
    static let stream = Array("\nstream\n".utf8)
    static let endOfStream = Array("\nendstream\nendobj\n".utf8)

    static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    static func starts(_ bytes: ArraySlice<UInt8>, with pattern: String) -> Bool { bytes.starts(with: pattern.utf8) }

    static func ends(_ bytes: ArraySlice<UInt8>, with pattern: [UInt8]) -> Bool {
        bytes.count >= pattern.count && bytes.suffix(pattern.count).elementsEqual(pattern)
    }

    static func first(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let start = bytes.startIndex
        guard let letter = pattern.first else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer -> Range<Int>? in
            guard let base = buffer.baseAddress else { return nil }
            var offset = 0
            // The code does not call memmem(3), because Swift does not import this GNU extension.
            while buffer.count - offset >= pattern.count,
                let found = unsafe memchr(base + offset, Int32(letter), buffer.count - offset - pattern.count + 1)
            {
                offset = unsafe base.distance(to: UnsafeRawPointer(found))
                if unsafe memcmp(found, pattern, pattern.count) == 0 {
                    return start + offset..<start + offset + pattern.count
                }
                offset += 1
            }
            return nil
        }
    }

    static func between(_ before: String, _ after: String, in bytes: ArraySlice<UInt8>) -> String? {
        guard let start = first(Array(before.utf8), in: bytes)?.upperBound,
            let end = first(Array(after.utf8), in: bytes[start...])?.lowerBound
        else { return nil }
        return string(bytes[start..<end])
    }

    static func leadingNumber(of bytes: ArraySlice<UInt8>) -> Int? {
        Int(string(bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }))
    }

    static func number(after pattern: String, in bytes: ArraySlice<UInt8>) -> Int? {
        first(Array(pattern.utf8), in: bytes).flatMap { leadingNumber(of: bytes[$0.upperBound...]) }
    }

    /// Formats a number with up to four decimals.
    static func decimal(_ number: Double) -> String {
        let (integer, rest) = Int((number * 10_000).rounded()).quotientAndRemainder(dividingBy: 10_000)
        guard rest > 0 else { return "\(integer)" }
        var digits = String(repeating: "0", count: 4 - "\(rest)".utf8.count) + "\(rest)"
        while digits.last == "0" { digits.removeLast() }
        return "\(integer).\(digits)"
    }
}

/// A parser for PDF dictionaries as cairo writes them: blanks separate all syntax tokens (names, values and brackets).
struct PDFDictionary {
    private var tokens: ArraySlice<Substring>
    private var text = ""

    /// Removes all but the first entry of each key. Repeated keys have the same value in cairo's output.
    static func withUniqueKeys(_ text: String) -> String {
        var reading = PDFDictionary(tokens: text.split(whereSeparator: \.isWhitespace)[...])
        reading.readDictionary()
        return reading.text
    }

    private init(tokens: ArraySlice<Substring>) { self.tokens = tokens }

    private mutating func readDictionary() {
        var seen: Set<Substring> = []
        write(tokens.removeFirst())
        while let key = tokens.first, key != ">>" {
            tokens.removeFirst()
            let before = text
            write(key)
            readValue()
            if !seen.insert(key).inserted { text = before }
        }
        if let end = tokens.popFirst() { write(end) }
    }

    private mutating func readValue() {
        guard tokens.first != "<<" else { return readDictionary() }
        if tokens.first?.hasPrefix("[") ?? false {
            // Names inside an array do not begin an entry.
            while let next = tokens.popFirst() {
                write(next)
                if next.hasSuffix("]") { return }
            }
        }
        if let first = tokens.popFirst() { write(first) }
        // A name begins the next entry. All other tokens belong to the current entry.
        while let next = tokens.first, next != ">>", !next.hasPrefix("/") { write(tokens.removeFirst()) }
    }

    private mutating func write(_ token: Substring) { text += text.isEmpty ? "\(token)" : " \(token)" }
}
