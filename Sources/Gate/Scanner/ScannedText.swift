import TicketToken
import Ticketing

/// What a scanner typed: a token, and what scanners and keyboard layouts put around it and into it (GATE, “Scanners”).
///
/// ```swift
/// let reading = try ScannedText(bytes).read { try verifier.verify(bytes: $0) }
/// ```
struct ScannedText {
    /// A token of the longest kind, in letters of two bytes, with a web address before it. What is longer is not repaired.
    static let longest = 1024
    /// An AIM identifier and an ECI prefix, or what dead keys have left of them.
    static let longestPrefix = 10
    /// Letters that a token can have, the most first: so that a live code is not taken for a prefix.
    private static let lengths = Suite.allCases.flatMap(\.textLengths).sorted(by: >)

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// What was found, and how the text had to be read for it.
    struct Reading {
        let verification: Verification
        /// Nil for what came as a US keyboard types it.
        let layout: KeyboardLayout?

        /// Whether the proof held, so that nothing else can be meant.
        var hasProof: Bool { verification.hasProof }
    }

    /// Reads the text as it is. Only when its proof does not hold, reads it without control characters and a prefix, and
    /// then as each layout would have written it: the first whose proof holds is what was scanned.
    ///
    /// Without one, the refusal is that of the text as it is; of a malformed one, that of the first reading which is a
    /// token by its form. So a forgery is one in every layout.
    func read(_ verify: (Span<UInt8>) throws -> Verification) rethrows -> Reading {
        let asItIs = try verify(bytes.span)
        guard !asItIs.hasProof, bytes.count <= ScannedText.longest else {
            return Reading(verification: asItIs, layout: nil)
        }
        let typed = typed
        var refused = asItIs
        var tried = [ScannedText.capitals(bytes)]
        for keys in TypedKeys.all {
            for text in ScannedText.endings(of: keys.us(typed)) where !tried.contains(text) {
                tried.append(text)
                let finding = try verify(text.span)
                if finding.hasProof {
                    return Reading(verification: finding, layout: keys.layout == .us ? nil : keys.layout)
                }
                if refused == .refused(.malformed), finding.isOfAToken { refused = finding }
            }
        }
        return Reading(verification: refused, layout: nil)
    }

    /// What the text is instead of a token, for the person at the gate.
    var looksLike: String {
        if let known = MalformedText.recognize(bytes.span) { return known }
        if bytes.count <= ScannedText.longest {
            let typed = typed
            for keys in TypedKeys.foreign {
                if let known = MalformedText.recognize(keys.us(typed).span) {
                    return "\(known), typed as \(keys.layout.rawValue)"
                }
            }
        }
        return MalformedText.describe(bytes.span)
    }

    /// The characters without white space and control characters at both ends.
    private var typed: [Unicode.Scalar] {
        guard let first = bytes.firstIndex(where: ScannedText.isSign),
            let last = bytes.lastIndex(where: ScannedText.isSign)
        else { return [] }
        return Array(String(decoding: bytes[first...last], as: UTF8.self).unicodeScalars)
    }

    /// What may be a token in what a US keyboard typed: behind the last slash, and behind a prefix.
    private static func endings(of text: [UInt8]) -> [[UInt8]] {
        let start = text.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let count = text.count - start
        return lengths.filter { (0...longestPrefix).contains(count - $0) }.map { Array(text.suffix($0)) }
    }

    private static func capitals(_ text: [UInt8]) -> [UInt8] {
        text.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & 0xDF : $0 }
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }
}

extension Verification {
    /// Whether the proof held, so that no other reading of the text can be meant.
    fileprivate var hasProof: Bool {
        switch self {
        case .verified, .refused(.staleCode): true
        case .refused: false
        }
    }

    fileprivate var isOfAToken: Bool {
        switch self {
        case .refused(.badSignature), .refused(.unknownKey), .refused(.notListed): true
        case .refused, .verified: false
        }
    }
}
