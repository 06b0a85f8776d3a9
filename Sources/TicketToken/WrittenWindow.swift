public import Ticketing

extension ValidityWindow {
    /// The window a token can carry for this one: `from` rounded down and `until` up to a quarter hour.
    ///
    /// `.always` where it cannot be written: an end without a beginning, an end that is not after the beginning, over
    /// 682 days, or a beginning outside 2020-01-01T00:15Z…2498. It then stands in the rules of the ticket type alone
    /// (TOKEN §2).
    public var asWritten: ValidityWindow { WrittenWindow(self).window }
}

/// A window as the 5 bytes of a token's body have it (TOKEN §2), in quarter hours.
struct WrittenWindow: Hashable, Sendable {
    static let always = WrittenWindow(from: 0, length: noEnd)
    static let noEnd: UInt16 = 0xFFFF

    private static let quarterHour: Int64 = 900_000
    private static let epoch = Instant(seconds: 1_577_836_800)

    /// Since 2020-01-01T00:00:00Z, 24 bits; 0 is no beginning.
    let from: UInt32
    let length: UInt16

    init(from: UInt32, length: UInt16) {
        self.from = from
        self.length = length
    }

    init(_ window: ValidityWindow) {
        guard let from = window.from, from >= WrittenWindow.epoch,
            case let first = (from.milliseconds - WrittenWindow.epoch.milliseconds) / WrittenWindow.quarterHour,
            (1...0xFF_FFFF).contains(first)
        else {
            self = .always
            return
        }
        guard let until = window.until else {
            self.init(from: UInt32(first), length: WrittenWindow.noEnd)
            return
        }
        let start = WrittenWindow.epoch.milliseconds + first * WrittenWindow.quarterHour
        // The longest first, so that an end at the edge of Int64 cannot overflow the rounding.
        guard until > from, until.milliseconds - start <= 0xFFFE * WrittenWindow.quarterHour else {
            self = .always
            return
        }
        let length = (until.milliseconds - start + WrittenWindow.quarterHour - 1) / WrittenWindow.quarterHour
        self.init(from: UInt32(first), length: UInt16(length))
    }

    /// Whether a token may carry it: not empty, and no end without a beginning.
    var isWellFormed: Bool { length != 0 && (from != 0 || length == WrittenWindow.noEnd) }

    var window: ValidityWindow {
        guard from != 0 else { return .always }
        let start = WrittenWindow.epoch.milliseconds + Int64(from) * WrittenWindow.quarterHour
        guard length != WrittenWindow.noEnd else {
            return ValidityWindow(from: Instant(milliseconds: start))
        }
        let end = start + Int64(length) * WrittenWindow.quarterHour
        return ValidityWindow(from: Instant(milliseconds: start), until: Instant(milliseconds: end))
    }
}
