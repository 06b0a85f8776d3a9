import EventFixture
import Foundation
import MailFixture
import Testing

/// The folder into which a server of a test writes its mails. `mail` returns each mail only once.
final class MailFolderReader {
    /// The base URL of the server, with which all links in the mails begin.
    private let origin: String
    private let folder: TemporaryFolder
    private var readNames: Set<String> = []
    private var waiting: [ArrivedMail] = []
    private static let folderName = "mails"

    /// Sets up mail for the server of a festival, so that the server writes its mails into a new folder. The server
    /// must already be running, because its port is in the links.
    init(of festival: Festival, origin: String) throws {
        self.origin = origin
        folder = festival.folder
        let path = festival.folder(MailFolderReader.folderName)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let program = try Program(
            ["mail", "set", "--folder", path, "--from", "tickets@example.org", "--url", origin], on: festival, input: []
        )
        let lines = try program.rest()
        try #require(program.process.terminationStatus == 0, "\(lines)")
    }

    /// Waits for a mail to an address, and returns the mail. Skips mails that an earlier call has returned. The folder
    /// is polled, because nothing reports new files.
    ///
    /// - Parameter isWanted: selects one of the recipient's mails. Later calls can still return the other mails.
    /// - Throws: `Surprise` if the mail does not arrive within 55 seconds.
    func mail(to address: String, where isWanted: (ArrivedMail) -> Bool) async throws -> ArrivedMail {
        let end = ContinuousClock.now + .seconds(55)
        while ContinuousClock.now < end {
            try readNewFiles()
            if let index = waiting.firstIndex(where: { $0.recipient.contains(address) && isWanted($0) }) {
                return waiting.remove(at: index)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Surprise("the mail to \(address) is missing; others: \(waiting.map { "\($0.recipient): \($0.subject)" })")
    }

    /// Waits for a mail with a link to a page, and returns the link.
    ///
    /// - Parameter path: the beginning of the page's path.
    func link(to path: String, for address: String) async throws -> String {
        let found = try await mail(to: address) { $0.link(to: path) != nil }
        return try #require(found.link(to: path))
    }

    private func readNewFiles() throws {
        for name in try folder.names(in: MailFolderReader.folderName)
        where name.hasSuffix(".eml") && readNames.insert(name).inserted {
            waiting.append(
                try ArrivedMail(try folder.read("\(MailFolderReader.folderName)/\(name)"), origin: origin))
        }
    }
}

/// A mail as its recipient sees it.
struct ArrivedMail {
    let recipient: String
    let subject: String
    /// The plain text of the mail.
    let text: String
    /// The URL to which a mail program sends a request if the recipient unsubscribes (RFC 8058); nil for mails that the
    /// recipient cannot turn off.
    let unsubscribeURL: String?
    let unsubscribePost: String?
    private let origin: String

    fileprivate init(_ bytes: [UInt8], origin: String) throws {
        let mail = ReadMail(bytes)
        recipient = try #require(mail.field("To"))
        subject = try #require(mail.subject)
        text = try #require(mail.parts.first { $0.type == "text/plain" }).text
        unsubscribeURL = mail.field("List-Unsubscribe").map { field in
            field.filter { !$0.isWhitespace && $0 != "<" && $0 != ">" }
        }
        unsubscribePost = mail.field("List-Unsubscribe-Post")
        self.origin = origin
    }

    /// The first link in the text to a page whose path begins with `path`.
    func link(to path: String) -> String? {
        guard let start = text.firstRange(of: "\(origin)\(path)")?.lowerBound else { return nil }
        return String(text[start...].prefix { !$0.isWhitespace })
    }
}
