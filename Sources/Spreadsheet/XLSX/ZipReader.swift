import CZip
import FileAccess
import Glibc
import Languages

/// A ZIP archive. This is the only Swift code in this module that calls libzip. The names of entries (files in the
/// archive) are used only to find the entries. No file on the disk gets such a name.
@safe final class ZipReader {
    private let archive: OpaquePointer
    fileprivate var budget: UnpackingBudget

    /// Opens an archive. At most `limit` bytes can be decompressed from it.
    ///
    /// - Throws: `WorksheetError` if the archive is damaged; `SystemError` if the file cannot be read.
    init(file: BlockReader, path: String, unpackingAtMost limit: Int) throws {
        guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { throw WorksheetError(.notSeekable) }
        let size = try file.size()
        try ZipDirectory.checkCount(file: file, size: size)
        let descriptor = dup(file.descriptor)
        guard descriptor >= 0 else { throw SystemError(.open, path) }
        var code: Int32 = 0
        guard let opened = unsafe zip_fdopen(descriptor, 0, &code) else {
            DatabaseFile.close(descriptor)
            throw WorksheetError(
                .damaged(
                    part: Sentence(WorksheetError.Reason.Text.archive), why: .verbatim(ZipReader.message(code))))
        }
        unsafe archive = opened
        budget = UnpackingBudget(fileSize: size, limit: limit)
    }

    deinit { unsafe zip_discard(archive) }

    /// The index of an entry; nil if the archive has no entry with this name. Case is ignored, because some programs
    /// write the same name with different capitalization in different places.
    private func index(of name: String) -> zip_uint64_t? {
        let index = unsafe zip_name_locate(archive, name, zip_flags_t(ZIP_FL_NOCASE))
        return index < 0 ? nil : zip_uint64_t(index)
    }

    /// Calls `body`. Data that `body` reads does not count towards the decompression limit, because the same data is
    /// read and counted again later.
    func withoutCharge(_ body: () throws -> Void) throws {
        let before = budget
        defer { budget = before }
        try body()
    }

    func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// Opens an entry. Returns nil if the archive has no entry with this name.
    func entry(_ name: String) throws -> ZipEntry? {
        guard let index = index(of: name) else { return nil }
        var status = unsafe zip_stat_t()
        guard unsafe zip_stat_index(archive, index, 0, &status) == 0 else { throw damaged(name) }
        guard unsafe status.encryption_method == ZIP_EM_NONE else { throw WorksheetError(.encrypted(part: name)) }
        guard let stream = unsafe zip_fopen_index(archive, index, 0) else { throw damaged(name) }
        return unsafe ZipEntry(archive: self, name: name, packed: Int(clamping: status.comp_size), stream: stream)
    }

    private func damaged(_ name: String) -> WorksheetError {
        WorksheetError(.damagedEntry(name, .verbatim(unsafe String(cString: zip_strerror(archive)))))
    }

    private static func message(_ code: Int32) -> String {
        var error = unsafe zip_error_t()
        unsafe zip_error_init_with_code(&error, code)
        defer { unsafe zip_error_fini(&error) }
        return unsafe String(cString: zip_error_strerror(&error))
    }
}

/// An open entry of the archive, which is read from its start to its end.
@safe final class ZipEntry {
    let name: String
    private let archive: ZipReader
    private let packed: Int
    private let stream: OpaquePointer
    private(set) var bytesRead = 0

    fileprivate init(archive: ZipReader, name: String, packed: Int, stream: OpaquePointer) {
        self.archive = archive
        self.name = name
        self.packed = packed
        unsafe self.stream = stream
    }

    deinit { unsafe zip_fclose(stream) }

    /// Decompresses the next bytes of the entry into a buffer, and returns the number of these bytes. Returns 0 at the
    /// end of the entry, after libzip has verified the entry's checksum.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = unsafe Int(zip_fread(stream, buffer.baseAddress, zip_uint64_t(buffer.count)))
        guard count >= 0 else {
            let why = unsafe String(cString: zip_error_strerror(zip_file_get_error(stream)))
            throw WorksheetError(.damagedEntry(name, .verbatim(why)))
        }
        bytesRead += count
        try archive.budget.consume(count, entry: bytesRead, packed: packed)
        return count
    }
}
