import CPangoCairo
import Languages

/// Collects cairo's output and passes it on in blocks.
@safe final class CairoSink {
    /// The bytes that have not been passed on yet.
    private(set) var bytes: [UInt8] = []
    private let writeBlock: (([UInt8]) throws -> Void)?
    private(set) var error: (any Error)?
    private static let block = 1 << 16

    /// - Parameter writeBlock: Receives the blocks; nil to keep the whole output in `bytes`.
    init(passingTo writeBlock: (([UInt8]) throws -> Void)? = nil) { self.writeBlock = writeBlock }

    /// The pointer to this object that cairo passes to `write`; valid during the lifetime of this object.
    var closure: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    func flush() throws {
        if let error { throw error }
        guard let writeBlock, !bytes.isEmpty else { return }
        do {
            try writeBlock(bytes)
        } catch {
            self.error = error
            throw error
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Makes the sink reject all further output.
    func close() { error = error ?? DrawingError.cairo(Sentence(DrawingError.Text.fileClosed)) }

    static let write: cairo_write_func_t = { closure, bytes, count in
        guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = unsafe Unmanaged<CairoSink>.fromOpaque(closure).takeUnretainedValue()
        guard sink.error == nil else { return CAIRO_STATUS_WRITE_ERROR }
        unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        guard sink.writeBlock != nil, sink.bytes.count >= block else { return CAIRO_STATUS_SUCCESS }
        do {
            try sink.flush()
            return CAIRO_STATUS_SUCCESS
        } catch {
            return CAIRO_STATUS_WRITE_ERROR
        }
    }
}
