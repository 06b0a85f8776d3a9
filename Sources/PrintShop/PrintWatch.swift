/// Whoever watches a print run: is told how far it is, and asked whether it should go on.
package struct PrintWatch: Sendable {
    package enum News: Sendable {
        /// Drawing begins.
        case drawing(sheets: Int)
        /// Reading back begins.
        case readingBack(pages: Int)
        /// So many of what has begun are done. Of pages, any thread may say so.
        case done(Int)
        /// What has begun has ended, well or not.
        case over
        /// An earlier run was broken off in this file, from 0, of the batch.
        case takenUp(file: Int, ReadBackStart)
    }

    /// Where reading back begins in a file that an earlier run had begun with.
    package enum ReadBackStart: Hashable, Sendable {
        case everythingWasRead
        /// The sheet, from 0.
        case at(sheet: Int)
        /// It is another file than it was.
        case anew
    }

    package let tell: @Sendable (News) -> Void
    /// Whether the run is to end before it is done.
    package let isStopped: @Sendable () -> Bool

    package init(
        tell: @escaping @Sendable (News) -> Void = { _ in }, isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        self.tell = tell
        self.isStopped = isStopped
    }
}
