import Drawing
import FileAccess
import Glibc
package import Management
import Printing

extension BatchPrinter {
    /// Whether the error would occur at each further attempt to print the batch, because the batch cannot be drawn or
    /// its files cannot be written.
    package static func isPermanent(_ error: any Error) -> Bool {
        if error is PrintingError || error is DrawingError || error is PrinterError { return true }
        return [EEXIST, ENOENT, ENOTDIR, EACCES, EISDIR, EROFS].contains((error as? SystemError)?.errno)
    }

    /// Discards a batch whose printing cannot be continued.
    ///
    /// - Returns: nil if the batch was discarded. If one of its files was already moved to its final path, the batch is
    ///   kept and returned.
    package func abandon() throws -> PrintBatchState? {
        try services.printing.discardBatch(batch, of: event)
        return try services.printing.batches(of: event).first { $0.batch == batch }
    }
}
