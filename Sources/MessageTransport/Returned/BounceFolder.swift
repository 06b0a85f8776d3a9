import FileAccess
import Glibc

/// A Maildir folder in which returned mails arrive. A mail server writes new mails into the subfolder `new`.
///
/// ```swift
/// try BounceFolder("/var/mail/bounces").readNew { bytes in
///     if let report = DeliveryReport(mail: bytes, returnAddress: address) { try record(report) }
/// }
/// ```
public struct BounceFolder: Hashable, Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// The result of one pass over the folder.
    public struct Result: Hashable, Sendable {
        /// The number of mails that were read.
        public var read = 0
        /// The names of the mails that could not be read or moved. These mails are still in the folder `new`.
        public var skipped: [String] = []
    }

    /// Passes each new mail to `body`, and then moves the mail to the folder `cur` and marks it as seen. If the process
    /// ends between the two steps, the mail is read again. A mail that cannot be read or moved does not block the
    /// others. If `body` throws, the mail stays new, and no further mail is read.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of mails.
    ///   - body: receives at most the first 128 KiB of a mail.
    /// - Throws: `SystemError` naming the path if the folder `new` cannot be listed, or if no mail can be moved to the
    ///   folder `cur`; errors of `body`.
    public func read(atMost limit: Int = 500, _ body: ([UInt8]) throws -> Void) throws -> Result {
        var result = Result()
        for name in try newNames() where result.read < limit {
            let file = "\(path)/new/\(name)"
            let mail: [UInt8]
            do {
                guard try isRegularFile(file) else { continue }
                mail = try BlockReader(path: file).next(atMost: ReturnedMail.largest)
            } catch let error as SystemError {
                // Another process may have moved the mail.
                if error.errno != ENOENT { result.skipped.append(name) }
                continue
            }
            try body(mail)
            result.read += 1
            if try !move(name) { result.skipped.append(name) }
        }
        return result
    }

    /// The same as `read`, for callers that need only the number of mails.
    @discardableResult
    public func readNew(atMost limit: Int = 500, _ body: ([UInt8]) throws -> Void) throws -> Int {
        try read(atMost: limit, body).read
    }

    /// Moves a mail to the folder `cur`, and marks it as seen.
    ///
    /// - Returns: false if this mail cannot be moved, for example because its name is too long.
    /// - Throws: `SystemError` if no mail can be moved.
    private func move(_ name: String) throws -> Bool {
        let file = "\(path)/new/\(name)"
        // The letter S means “seen” (https://cr.yp.to/proto/maildir.html).
        let seen = "\(path)/cur/\(name.prefix { $0 != ":" }):2,S"
        if unsafe rename(file, seen) == 0 { return true }
        let error = SystemError(.moveToCur, file)
        guard unsafe access("\(path)/cur", W_OK) == 0 else { throw error }
        // Another process may have moved the mail.
        return error.errno == ENOENT
    }

    /// The names of the new mails, the oldest first. The name of a mail begins with the time of its arrival.
    private func newNames() throws -> [String] {
        guard let folder = unsafe opendir("\(path)/new") else { throw SystemError(.list, "\(path)/new") }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        errno = 0
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        guard errno == 0 else { throw SystemError(.list, "\(path)/new") }
        return names.sorted()
    }

    /// Whether there is a regular file at the path, not a symbolic link, folder or pipe.
    private func isRegularFile(_ path: String) throws -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            throw SystemError(.inspect, path)
        }
        return status.st_mode & S_IFMT == S_IFREG
    }
}
