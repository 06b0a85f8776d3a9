import Languages
import TicketToken
import Ticketing

/// Finds a token in scanned text, despite additions by scanners and changes by keyboard layouts (Docs/Gate.md,
/// “Scanners”).
///
/// ```swift
/// let reading = try ScannedText(bytes).read { try verifier.verify(bytes: $0) }
/// ```
struct ScannedText {
    /// The maximum length of text that is repaired, in bytes. This is enough for a URL followed by the longest token,
    /// even if a keyboard layout types letters that take two bytes each.
    static let maximumLength = 1024
    /// The maximum length of a prefix before the token, in characters. This is enough for an AIM identifier and an ECI
    /// prefix, which some scanners add.
    static let maximumPrefixLength = 10
    /// The possible lengths of tokens. The longest is first, so that the start of a token with a live code is not
    /// mistaken for a prefix.
    private static let tokenLengths = Suite.allCases.flatMap(\.encodedLengths).sorted(by: >)

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The result of a verification, and the keyboard layout that was assumed.
    struct Reading {
        let verification: Verification
        /// Nil for text from a US layout.
        let layout: KeyboardLayout?

        /// Whether the MAC or signature is valid. If it is, no other reading has to be tried.
        var isAuthentic: Bool { verification.isAuthentic }
    }

    /// Verifies the text unchanged. If its MAC or signature is not valid, tries changed texts: first the text without a
    /// prefix and without control characters at its ends, then the translation of that text from each keyboard layout.
    /// Returns the result for the first text that is valid.
    ///
    /// If no text is valid, the result is the refusal of the unchanged text. But if that text is malformed and a
    /// translation has the form of a token, the result is the refusal of the first such translation. So a forgery is
    /// reported as a forgery in every keyboard layout.
    func read(_ verify: (Span<UInt8>) throws -> Verification) rethrows -> Reading {
        let asItIs = try verify(bytes.span)
        guard !asItIs.isAuthentic, bytes.count <= ScannedText.maximumLength else {
            return Reading(verification: asItIs, layout: nil)
        }
        let typed = trimmed
        var refused = asItIs
        var tried = [ScannedText.uppercased(bytes)]
        for keys in KeyboardDecoder.all {
            for text in ScannedText.candidates(of: keys.usCharacters(typed)) where !tried.contains(text) {
                tried.append(text)
                let finding = try verify(text.span)
                if finding.isAuthentic {
                    return Reading(verification: finding, layout: keys.layout == .us ? nil : keys.layout)
                }
                if refused == .refused(.malformed), finding.looksLikeToken { refused = finding }
            }
        }
        return Reading(verification: refused, layout: nil)
    }

    var likelyKind: UnknownInput {
        if let known = UnknownInput.recognize(bytes.span) { return known }
        if bytes.count <= ScannedText.maximumLength {
            let typed = trimmed
            for keys in KeyboardDecoder.nonUS {
                if let known = UnknownInput.recognize(keys.usCharacters(typed).span) {
                    return .typed(known, layout: Sentence(keys.layout))
                }
            }
        }
        return UnknownInput(bytes.span)
    }

    /// The characters without white space and control characters at either end.
    private var trimmed: [Unicode.Scalar] {
        guard let first = bytes.firstIndex(where: ScannedText.isVisible),
            let last = bytes.lastIndex(where: ScannedText.isVisible)
        else { return [] }
        return Array(String(decoding: bytes[first...last], as: UTF8.self).unicodeScalars)
    }

    /// The parts of US-layout text that can be a token: the text after the last slash, with and without a prefix.
    private static func candidates(of text: [UInt8]) -> [[UInt8]] {
        let start = text.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let count = text.count - start
        return tokenLengths.filter { (0...maximumPrefixLength).contains(count - $0) }.map { Array(text.suffix($0)) }
    }

    private static func uppercased(_ text: [UInt8]) -> [UInt8] {
        text.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & 0xDF : $0 }
    }

    private static func isVisible(_ byte: UInt8) -> Bool { byte > 0x20 && byte != 0x7F }
}

extension Verification {
    /// Whether the MAC or signature is valid. A ticket with an outdated live code also counts as valid.
    fileprivate var isAuthentic: Bool {
        switch self {
        case .verified, .refused(.staleCode): true
        case .refused: false
        }
    }

    fileprivate var looksLikeToken: Bool {
        switch self {
        case .refused(.badSignature), .refused(.unknownKey), .refused(.notListed): true
        case .refused, .verified: false
        }
    }
}
