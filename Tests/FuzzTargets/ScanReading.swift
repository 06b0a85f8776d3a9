import TicketToken
import Ticketing

@testable import Gate

/// Reads any bytes as a scanner's input. Only signed tokens are accepted, and a valid ticket is accepted with every
/// keyboard layout. If the first byte is even, the other bytes are the scanned text. If the first byte is odd, the
/// other bytes choose how a scanner types the valid ticket.
enum ScanReading {
    static func run(_ bytes: [UInt8]) throws {
        var choices = FuzzBytes(bytes)
        let isTyped = choices.byte() % 2 == 1
        let text = isTyped ? Array(TypedTicket(&choices).text.utf8) : choices.remaining()
        let verifier = try SampleTicket.verifier()
        let scan = ScannedText(text)
        let reading = try scan.read { try verifier.verify(bytes: $0, at: Instant(milliseconds: 0)) }
        switch reading.verification {
        case .verified(let ticket):
            guard try ticket.claims == SampleTicket.claims(), text.count >= SampleTicket.text.utf8.count else {
                throw FuzzFinding("accepted an unsigned token: \(ticket.claims)")
            }
        case .refused(let refusal):
            guard !isTyped else {
                throw FuzzFinding("\(refusal) for a valid ticket: \(String(decoding: text, as: UTF8.self))")
            }
            _ = scan.likelyKind
        }
    }
}

/// The text that a computer receives when a scanner with a US keyboard layout types the valid ticket. The computer can
/// have any keyboard layout.
private struct TypedTicket {
    let text: String

    init(_ choices: inout FuzzBytes) {
        let us = TypedTicket.strokes(of: .us)
        let layout = TypedTicket.strokes(of: choices.choice(KeyboardLayout.allCases))
        let habits = choices.byte()
        // The owner of a scanner can set any prefix. The prefix’s digits are typed without Shift, like the ticket’s.
        let prefix = choices.bytes(Int(choices.byte()) % (ScannedText.maximumPrefixLength + 1))
            .map { Int($0) % us.count }.map { TypedTicket.isDigit($0) ? $0 & ~1 : $0 }
        let ticket = habits & 1 == 0 ? SampleTicket.text : SampleTicket.text.lowercased()
        let keys = prefix + ticket.unicodeScalars.compactMap(us.firstIndex)
        let suffix = choices.choice(["\r", "\n", "\r\n", "\t", "", " ", "\u{1D}\u{4}\r"])
        var typed = String.UnicodeScalarView()
        for key in keys {
            typed.append(TypedTicket.character(key, layout, capsLock: Int(habits >> 1 & 3)))
        }
        text = String(typed) + suffix
    }

    /// The characters of a layout: for each key, the character without Shift, and then the character with Shift.
    private static func strokes(of layout: KeyboardLayout) -> [Unicode.Scalar] {
        zip(layout.keys.plain.unicodeScalars, layout.keys.shifted.unicodeScalars).flatMap { [$0, $1] }
    }

    /// Whether a stroke is on one of the digit keys (1 to 9, and 0). A stroke is an index into `strokes`: a key, with
    /// or without Shift.
    private static func isDigit(_ stroke: Int) -> Bool { (2...21).contains(stroke) }

    /// The character that a stroke types with a layout.
    ///
    /// - Parameter capsLock: 0 means off. 1 shifts letters. 2 shifts letters, and capitalises characters on digit keys,
    ///   such as é to É. 3 shifts letters and digits.
    private static func character(_ stroke: Int, _ layout: [Unicode.Scalar], capsLock: Int) -> Unicode.Scalar {
        let (plain, shifted) = (layout[stroke & ~1], layout[stroke | 1])
        let isLetter = plain.properties.isAlphabetic && shifted.properties.isAlphabetic
        guard capsLock > 0, isLetter || isDigit(stroke) else { return layout[stroke] }
        if isLetter || capsLock == 3 { return layout[stroke ^ 1] }
        let capital = layout[stroke].properties.uppercaseMapping.unicodeScalars
        return capsLock == 2 && capital.count == 1 ? capital.first ?? layout[stroke] : layout[stroke]
    }
}
