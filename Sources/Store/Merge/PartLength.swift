/// How many records one transaction of a merge takes. Gates wait for it, and give up after ten seconds.
struct PartLength {
    /// What is held in memory: each has less than a kilobyte.
    static let most = 100_000
    /// With five times as many, a busy server took ten seconds in an unoptimised build.
    private static let mostBesideOthers = 2000
    /// What a part is to take.
    private static let seconds = 2.0
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
        next = PartLength.mostBesideOthers
        took(verified.duration * PartLength.storing, for: verified.records)
    }

    /// A part of so many records took so long, and others will.
    mutating func took(_ duration: Duration, for records: Int) {
        guard isAlone else { return }
        let rate = Double(records) / max(duration / .seconds(1), 0.001)
        next = min(PartLength.most, max(PartLength.mostBesideOthers, Int(rate * PartLength.seconds)))
    }
}
