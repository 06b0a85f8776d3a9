public import Ticketing

extension ValidityWindow {
    /// This window in the precision of a token, which is a quarter hour: the start is rounded down and the end is
    /// rounded up.
    ///
    /// The result is `.always` if a token cannot represent the window. The token then has no time limits, and gates
    /// apply only the rules of the ticket type (TOKEN §2). A token cannot represent a window that is empty, that has an
    /// end but no start, or that is longer than 682 days. It also cannot represent a start before 2020-01-01T00:15Z or
    /// after the middle of the year 2498.
    public var asEncoded: ValidityWindow { EncodedWindow(self).window }
}

/// A window in the encoding of a token's body: 5 bytes, in quarter hours (TOKEN §2).
struct EncodedWindow: Hashable, Sendable {
    static let always = EncodedWindow(from: 0, length: noEnd)
    static let noEnd: UInt16 = 0xFFFF

    private static let quarterHour: Int64 = 900_000
    private static let epoch = Instant(seconds: 1_577_836_800)

    /// The start in quarter hours since 2020-01-01T00:00:00Z, 24 bits; 0 means no start.
    let from: UInt32
    let length: UInt16

    init(from: UInt32, length: UInt16) {
        self.from = from
        self.length = length
    }

    init(_ window: ValidityWindow) {
        guard let from = window.from, from >= EncodedWindow.epoch,
            case let first = (from.milliseconds - EncodedWindow.epoch.milliseconds) / EncodedWindow.quarterHour,
            (1...0xFF_FFFF).contains(first)
        else {
            self = .always
            return
        }
        guard let until = window.until else {
            self.init(from: UInt32(first), length: EncodedWindow.noEnd)
            return
        }
        let start = EncodedWindow.epoch.milliseconds + first * EncodedWindow.quarterHour
        // The length is checked before it is rounded, because rounding could overflow near the limits of Int64.
        guard until > from, until.milliseconds - start <= 0xFFFE * EncodedWindow.quarterHour else {
            self = .always
            return
        }
        let length = (until.milliseconds - start + EncodedWindow.quarterHour - 1) / EncodedWindow.quarterHour
        self.init(from: UInt32(first), length: UInt16(length))
    }

    /// Whether this window is valid in a token. The window must not be empty, and a window with an end must have a
    /// start.
    var isWellFormed: Bool { length != 0 && (from != 0 || length == EncodedWindow.noEnd) }

    var window: ValidityWindow {
        guard from != 0 else { return .always }
        let start = EncodedWindow.epoch.milliseconds + Int64(from) * EncodedWindow.quarterHour
        guard length != EncodedWindow.noEnd else {
            return ValidityWindow(from: Instant(milliseconds: start))
        }
        let end = start + Int64(length) * EncodedWindow.quarterHour
        return ValidityWindow(from: Instant(milliseconds: start), until: Instant(milliseconds: end))
    }
}
