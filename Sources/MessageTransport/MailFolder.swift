import FileAccess
import Glibc
public import Ticketing

/// A folder into which mails are written as `.eml` files, instead of being sent to a server.
public struct MailFolder: Hashable, Sendable {
    public let path: String

    public init(_ path: String) { self.path = path }

    /// Writes a mail to a new file, whose name consists of the time and the mail's random token. Only the owner can
    /// read the file. An existing file is never replaced.
    ///
    /// - Returns: if the mail was written, `accepted` with the name of the file as the answer. The answer does not
    ///   contain the path of the folder, because people who do not own the data folder can see it.
    public func write(_ message: OutgoingMessage, at now: Instant) -> TransportResult {
        let name = MailFolder.name(of: message, at: now)
        do {
            try AtomicFile.write(message.canonicalBytes, to: "\(path)/\(name)", existing: .refuse)
            return .accepted(providerID: nil, answer: name)
        } catch let error as SystemError where error.errno == EEXIST {
            return .deferred(answer: error.description)
        } catch let error as SystemError {
            return .unavailable(.folderNotWritable(path: path, reason: error.reason))
        } catch {
            return .unavailable(.folderNotWritable(path: path, reason: ForeignText.line("\(error)")))
        }
    }

    /// A name such as `1893455999123-4f2a.eml`, with the time in milliseconds. When the names are sorted, the mails are
    /// in chronological order.
    private static func name(of message: OutgoingMessage, at now: Instant) -> String {
        let token = message.token.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return "\(now.milliseconds)-\(token.prefix(64)).eml"
    }
}
