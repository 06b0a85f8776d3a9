import PrintShop
import Synchronization
import Ticketing

/// Shows a print run's progress on the terminal and stops it on Ctrl-C.
final class PrintProgress: Sendable {
    private let batch: (number: Int, sheets: Int)
    private let line = Mutex<Progress?>(nil)

    /// - Parameter batch: the batch; nil for prints without one, which cannot be resumed.
    init(_ batch: PrintBatch? = nil) { self.batch = batch.map { ($0.number, $0.sheets) } ?? (0, 0) }

    var watch: PrintRunMonitor { PrintRunMonitor(report: { self.show($0) }, isCancelled: { Interrupt.isPressed }) }

    private func show(_ news: PrintRunMonitor.Update) {
        switch news {
        case .drawing(let sheets): line.withLock { $0 = Progress("drawing sheets", total: sheets) }
        case .readingBack(let pages): line.withLock { $0 = Progress("reading pages back", total: pages) }
        case .done(let count): line.withLock { $0?.update(count) }
        case .over:
            line.withLock {
                $0?.finish()
                $0 = nil
            }
        case .takenUp(let file, let start): say(start, ofFile: file + 1)
        }
    }

    private func say(_ start: PrintRunMonitor.VerificationStart, ofFile file: Int) {
        switch start {
        case .everythingWasRead:
            StandardError.say("batch \(batch.number): every sheet of file \(file) was read back already")
        case .at(let sheet):
            StandardError.say("batch \(batch.number) continues at sheet \(sheet + 1) of \(batch.sheets)")
        case .anew:
            StandardError.say(
                "batch \(batch.number): file \(file) has changed and is read back from its first sheet")
        }
    }
}
