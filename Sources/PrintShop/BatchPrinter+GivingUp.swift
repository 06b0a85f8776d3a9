import Drawing
import FileAccess
import Glibc
package import Management
import Printing

extension BatchPrinter {
    /// Whether a run can't be gone on with, since it can't be drawn or has nowhere to go.
    package static func isHopeless(_ error: any Error) -> Bool {
        if error is PrintingError || error is DrawingError || error is PrinterRefusal { return true }
        return [EEXIST, ENOENT, ENOTDIR, EACCES, EISDIR, EROFS].contains((error as? SystemError)?.errno)
    }

    /// Takes back a batch that can't be gone on with as it is.
    ///
    /// - Returns: it, where some of it is there, and it stays.
    package func giveUp() throws -> BatchState? {
        try office.discardBatch(batch, of: event)
        return try office.batches(of: event).first { $0.batch == batch }
    }
}
