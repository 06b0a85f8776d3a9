/// A slot that was used at least once. A ticket for three people has three slots at each sub-event.
public struct AdmissionSlot: Hashable, Sendable {
    /// The distance between the first slot numbers of two consecutive days, for tickets that admit once a day. The
    /// first slot of day N has the number N × `dayStride`. The slot numbers of other tickets start at 0.
    public static let dayStride = 1024

    public let number: Int
    public var isInside: Bool
    public let first: Admission
    public var last: Admission
    /// The number of admissions on this slot.
    public var entries: Int
    /// The hybrid clock (`HybridClock`) of the last record that occupied or vacated the slot. A later decision about
    /// the slot has a later hybrid clock, even if a wall clock was set back.
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

    init(_ number: Int, firstOccupiedBy record: AdmissionRecord) {
        let admission = Admission(at: record.approximateTime ?? record.wallClock, gate: record.gate)
        self.init(
            number: number, isInside: true, first: admission, last: admission, entries: 1,
            lastChange: record.hybridClock)
    }

    /// The number of the first slot of the day to which this slot belongs.
    public var day: Int { AdmissionSlot.day(of: number) }

    public static func day(of number: Int) -> Int { number - number % dayStride }
}
