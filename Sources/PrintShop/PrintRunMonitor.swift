/// Two closures for a print run: one receives the progress, and the other returns whether the user has cancelled the
/// run.
package struct PrintRunMonitor: Sendable {
    package enum Update: Sendable {
        /// The first step has begun: drawing this many sheets.
        case drawing(sheets: Int)
        /// The second step has begun: verifying the QR symbols on this many drawn pages.
        case readingBack(pages: Int)
        /// The number of sheets or pages that the current step has completed. During verification, this update can come
        /// from any thread.
        case done(Int)
        /// The current step has ended, successfully or not.
        case over
        /// The run continues with a file that an earlier run left unfinished. Files are numbered from 0.
        case resumed(file: Int, VerificationStart)
    }

    /// The point at which verification starts in a file that an earlier run left unfinished.
    package enum VerificationStart: Hashable, Sendable {
        /// The earlier run had already verified all sheets.
        case everythingWasRead
        /// Verification starts at this sheet, numbered from 0.
        case at(sheet: Int)
        /// Verification starts again at the first sheet, because the file that this run has drawn differs from the file
        /// of the earlier run.
        case anew
    }

    package let report: @Sendable (Update) -> Void
    /// Returns whether the user has cancelled the run.
    package let isCancelled: @Sendable () -> Bool

    package init(
        report: @escaping @Sendable (Update) -> Void = { _ in }, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.report = report
        self.isCancelled = isCancelled
    }
}
