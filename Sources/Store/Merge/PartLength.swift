/// How much work one transaction of a merge does (`TicketWork.weight`), with the histories that are followed again. Gates
/// wait for it: a second at most.
struct PartLength {
    /// What is held in memory: each has less than a kilobyte.
    static let most = 100_000
    /// With five times as many, a busy server took ten seconds in an unoptimised build.
    static let mostBesideOthers = 2000
    /// What a part takes at least, however slow the machine is.
    private static let least = 100
    /// What a part is to take: half of what it may, since not all records take the same time.
    private static let seconds = 0.5
    /// How much longer a part may be than the last one.
    private static let growth = 4
    /// How much longer it takes to store a record than to verify it, or a little less.
    private static let storing = 4.0

    private(set) var next: Int
    private let isAlone: Bool

    /// - Parameters:
    ///   - isAlone: on SQLite the pages of places and indexes are written once a part, so that it takes as much at once as
    ///     gates can wait for. On a server a part keeps rows from others, and parts are small.
    ///   - verified: how many records were verified in which time: what tells how fast this machine is.
    init(isAlone: Bool, verified: (records: Int, duration: Duration)) {
        self.isAlone = isAlone
        next = PartLength.mostBesideOthers / PartLength.growth
        guard verified.records > 0 else { return }
        took(verified.duration * PartLength.storing, for: verified.records)
    }

    /// A part of so many records took so long, and others will.
    mutating func took(_ duration: Duration, for records: Int) {
        let rate = Double(records) / max(duration / .seconds(1), 0.001)
        let most = isAlone ? PartLength.most : PartLength.mostBesideOthers
        next = max(PartLength.least, min(most, next * PartLength.growth, Int(rate * PartLength.seconds)))
    }
}
