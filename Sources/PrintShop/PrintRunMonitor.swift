/// Callbacks that report the progress of a print run and can cancel it.
package struct PrintRunMonitor: Sendable {
    package enum Update: Sendable {
        /// The drawing of this many sheets has begun.
        case drawing(sheets: Int)
        /// The verification of the QR symbols on this many drawn pages has begun.
        case readingBack(pages: Int)
        /// The current step has completed this many sheets or pages. Pages can be reported on any thread.
        case done(Int)
        /// The current step has ended, successfully or not.
        case over
        /// The run continues with a file that an earlier run left unfinished. Files are numbered from 0.
        case resumed(file: Int, VerificationStart)
    }

    /// The point at which verification starts in a file that an earlier run left unfinished.
    package enum VerificationStart: Hashable, Sendable {
        case everythingWasRead
        /// Verification starts at this sheet, numbered from 0.
        case at(sheet: Int)
        /// Verification starts again at the first sheet, because the new file differs from the earlier file.
        case anew
    }

    package let report: @Sendable (Update) -> Void
    /// Whether the run was cancelled.
    package let isCancelled: @Sendable () -> Bool

    package init(
        report: @escaping @Sendable (Update) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.report = report
        self.isCancelled = isCancelled
    }
}
