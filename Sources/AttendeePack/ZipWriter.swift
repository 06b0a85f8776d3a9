import CZip
import Languages

/// Writes a ZIP archive with libzip. All entries have one fixed time and mode, so the same entries give the same bytes.
///
/// ```swift
/// let pack = try ZipWriter.bytes([.init(name: "4F7K-29QX.png", bytes: png)])
/// ```
public enum ZipWriter {
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let bytes: [UInt8]

        /// - Parameter name: a file name without slashes. It must contain no text from users.
        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// Creates the archive with the given entries in their order.
    ///
    /// - Throws: `TicketExportError.archiveFailed`, also if two entries have the same name.
    public static func bytes(_ entries: [Entry]) throws -> [UInt8] {
        // libzip cannot write an archive without entries.
        guard !entries.isEmpty else {
            throw TicketExportError.archiveFailed(Sentence(TicketExportError.Text.noEntries))
        }
        let target = try ArchiveWriter()
        try target.write(entries)
        return try target.bytes()
    }

    /// 1980-01-01 in MS-DOS format, which is the earliest date that a ZIP archive can contain.
    fileprivate static let date: UInt16 = 1 << 5 | 1
    /// The external attributes of an entry. The upper 16 bits have the Unix mode of a regular file that everyone may
    /// read.
    fileprivate static let mode: UInt32 = 0o100644 << 16
}

/// Owns an archive while it grows in memory.
@safe private struct ArchiveWriter: ~Copyable {
    private let source: OpaquePointer

    init() throws {
        guard let source = unsafe zip_source_buffer_create(nil, 0, 0, nil) else {
            throw TicketExportError.archiveFailed(Sentence(TicketExportError.Text.outOfMemory))
        }
        unsafe self.source = source
    }

    deinit { unsafe zip_source_free(source) }

    borrowing func write(_ entries: [ZipWriter.Entry]) throws {
        // The source is libzip's object for the bytes of the archive. When libzip closes the archive, it releases one
        // reference to the source. This object keeps another reference, to read the bytes afterwards.
        unsafe zip_source_keep(source)
        guard let archive = unsafe zip_open_from_source(source, ZIP_TRUNCATE, nil) else {
            unsafe zip_source_free(source)
            throw TicketExportError.archiveFailed(Sentence(TicketExportError.Text.notCreated))
        }
        do {
            for entry in entries { try unsafe ArchiveWriter.add(entry, to: archive) }
        } catch {
            unsafe zip_discard(archive)
            throw error
        }
        guard unsafe zip_close(archive) == 0 else {
            let error = unsafe ArchiveWriter.error(archive)
            unsafe zip_discard(archive)
            throw error
        }
    }

    private static func add(_ entry: ZipWriter.Entry, to archive: OpaquePointer) throws {
        // libzip reads the bytes when the archive is closed, and then frees them.
        let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, entry.bytes.count), alignment: 1)
        unsafe entry.bytes.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress { unsafe copy.copyMemory(from: start, byteCount: bytes.count) }
        }
        guard let content = unsafe zip_source_buffer(archive, copy, zip_uint64_t(entry.bytes.count), 1) else {
            unsafe copy.deallocate()
            throw unsafe error(archive)
        }
        let index = unsafe zip_file_add(archive, entry.name, content, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            unsafe zip_source_free(content)
            throw unsafe error(archive)
        }
        let entryIndex = zip_uint64_t(index)
        guard unsafe zip_file_set_dostime(archive, entryIndex, 0, ZipWriter.date, 0) == 0,
            unsafe zip_file_set_external_attributes(
                archive, entryIndex, 0, zip_uint8_t(ZIP_OPSYS_UNIX), ZipWriter.mode) == 0
        else { throw unsafe error(archive) }
    }

    private static func error(_ archive: OpaquePointer) -> TicketExportError {
        .archiveFailed(.verbatim(unsafe String(cString: zip_strerror(archive))))
    }

    borrowing func bytes() throws -> [UInt8] {
        var status = unsafe zip_stat_t()
        guard unsafe zip_source_stat(source, &status) == 0, unsafe zip_source_open(source) == 0 else {
            throw TicketExportError.archiveFailed(Sentence(TicketExportError.Text.notReturned))
        }
        defer { unsafe zip_source_close(source) }
        let size = unsafe Int(status.size)
        return unsafe try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let read = unsafe zip_source_read(source, buffer.baseAddress, zip_uint64_t(size))
            guard read == size else {
                throw TicketExportError.archiveFailed(Sentence(TicketExportError.Text.partlyReturned))
            }
            count = size
        }
    }
}
