/// A slot of a ticket at one sub-event. The slot was used at least once. Each person on a ticket has a slot.
public struct AdmissionSlot: Hashable, Sendable {
    /// The difference between the slot numbers of two consecutive days, for tickets that admit once a day. The slots of
    /// a day start at the day number times this value. The slots of other tickets start at 0.
    public static let dayStride = 1024

    public let number: Int
    public var isInside: Bool
    public let first: Admission
    public var last: Admission
    /// The number of admissions on this slot.
    public var entries: Int
    /// The hybrid clock of the last record that occupied or vacated the slot. A later decision about the slot has a
    /// later hybrid clock, even if a wall clock was set back.
    public var lastChange: HybridClock

    public init(
        number: Int, isInside: Bool, first: Admission, last: Admission, entries: Int, lastChange: HybridClock
    ) {
        self.number = number
        self.isInside = isInside
        self.first = first
        self.last = last
        self.entries = entries
        self.lastChange = lastChange
    }

    /// The number of the first slot of the day to which this slot belongs.
    public var day: Int { AdmissionSlot.day(of: number) }

    public static func day(of number: Int) -> Int { number - number % dayStride }
}
