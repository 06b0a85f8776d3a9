import PrintShop
import Synchronization
import Ticketing

/// A print run at this terminal: how far it is, and Ctrl-C, which stops it.
final class PrintProgress: Sendable {
    private let batch: (number: Int, sheets: Int)
    private let line = Mutex<Progress?>(nil)

    /// - Parameter batch: nil of what is no batch, which is never taken up again.
    init(_ batch: PrintBatch? = nil) { self.batch = batch.map { ($0.number, $0.sheets) } ?? (0, 0) }

    var watch: PrintWatch { PrintWatch(tell: { self.tell($0) }, isStopped: { Interrupt.isPressed }) }

    private func tell(_ news: PrintWatch.News) {
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

    private func say(_ start: PrintWatch.ReadBackStart, ofFile file: Int) {
        switch start {
        case .everythingWasRead:
            StandardError.say("batch \(batch.number): every sheet of file \(file) was read back before")
        case .at(let sheet):
            StandardError.say("batch \(batch.number) goes on at sheet \(sheet + 1) of \(batch.sheets)")
        case .anew:
            StandardError.say(
                "batch \(batch.number): file \(file) is not what it was, and is read back from its first sheet")
        }
    }
}
