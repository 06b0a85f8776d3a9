import CZip

/// A ZIP archive, written by libzip. Its entries bear one fixed time and mode: the same entries give the same bytes.
///
/// ```swift
/// let pack = try ZipArchive.bytes([.init(name: "4F7K-29QX.png", bytes: png)])
/// ```
public enum ZipArchive {
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let bytes: [UInt8]

        /// - Parameter name: no path: neither slashes nor anything else but what codes and endings are made of.
        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The archive with its entries in their order.
    ///
    /// - Throws: `AttendeePackError.archive`, also for two entries of one name.
    public static func bytes(_ entries: [Entry]) throws -> [UInt8] {
        // libzip writes no archive without entries.
        guard !entries.isEmpty else { throw AttendeePackError.archive("nothing is to be in it") }
        let target = try Target()
        try target.write(entries)
        return try target.bytes()
    }

    /// 1980-01-01, the first day that the format knows, as MS-DOS writes it.
    fileprivate static let date: UInt16 = 1 << 5 | 1
    /// A plain file that all may read, in the upper half as Unix keeps it.
    fileprivate static let mode: UInt32 = 0o100644 << 16
}

/// The private owner of a growing archive in memory.
@safe private struct Target: ~Copyable {
    private let source: OpaquePointer

    init() throws {
        guard let source = unsafe zip_source_buffer_create(nil, 0, 0, nil) else {
            throw AttendeePackError.archive("there is no memory left")
        }
        unsafe self.source = source
    }

    deinit { unsafe zip_source_free(source) }

    borrowing func write(_ entries: [ZipArchive.Entry]) throws {
        // Closing the archive lets go of the source once; this object keeps its own hold.
        unsafe zip_source_keep(source)
        guard let archive = unsafe zip_open_from_source(source, ZIP_TRUNCATE, nil) else {
            unsafe zip_source_free(source)
            throw AttendeePackError.archive("libzip does not open it")
        }
        do {
            for entry in entries { try unsafe Target.add(entry, to: archive) }
        } catch {
            unsafe zip_discard(archive)
            throw error
        }
        guard unsafe zip_close(archive) == 0 else {
            let error = unsafe Target.error(archive)
            unsafe zip_discard(archive)
            throw error
        }
    }

    private static func add(_ entry: ZipArchive.Entry, to archive: OpaquePointer) throws {
        // libzip reads the bytes when it closes, and frees them then.
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
        let place = zip_uint64_t(index)
        guard unsafe zip_file_set_dostime(archive, place, 0, ZipArchive.date, 0) == 0,
            unsafe zip_file_set_external_attributes(
                archive, place, 0, zip_uint8_t(ZIP_OPSYS_UNIX), ZipArchive.mode) == 0
        else { throw unsafe error(archive) }
    }

    private static func error(_ archive: OpaquePointer) -> AttendeePackError {
        .archive(unsafe String(cString: zip_strerror(archive)))
    }

    borrowing func bytes() throws -> [UInt8] {
        var status = unsafe zip_stat_t()
        guard unsafe zip_source_stat(source, &status) == 0, unsafe zip_source_open(source) == 0 else {
            throw AttendeePackError.archive("libzip does not hand it over")
        }
        defer { unsafe zip_source_close(source) }
        let size = unsafe Int(status.size)
        return unsafe try [UInt8](unsafeUninitializedCapacity: size) { room, count in
            let read = unsafe zip_source_read(source, room.baseAddress, zip_uint64_t(size))
            guard read == size else { throw AttendeePackError.archive("libzip hands over a part of it") }
            count = size
        }
    }
}
