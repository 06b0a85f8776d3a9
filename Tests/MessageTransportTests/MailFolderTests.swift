import EventFixture
import Foundation
import MessageTransport
import Testing
import Ticketing

@Suite("Mails that are written into a folder")
struct MailFolderTests {
    @Test("A mail becomes a file that only its owner can read; the file name has the time and the mail’s token")
    func file() throws {
        let folder = try TemporaryFolder()
        let message = try OutgoingMessage.sample()
        let now = Instant(milliseconds: 1_895_259_600_123)
        let path = folder("1895259600123-4f2a9c.eml")
        #expect(
            MailFolder(folder.path).write(message, at: now)
                == .accepted(providerID: nil, answer: "1895259600123-4f2a9c.eml"))
        #expect(try folder.read("1895259600123-4f2a9c.eml") == message.bytes)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try folder.names(in: ".") == ["1895259600123-4f2a9c.eml"])
    }

    @Test("An existing file is never replaced")
    func existing() throws {
        let folder = try TemporaryFolder()
        try folder.write("first", to: "5-4f2a9c.eml")
        let result = MailFolder(folder.path).write(try .sample(), at: Instant(milliseconds: 5))
        guard case .deferred(let answer) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(answer.contains("5-4f2a9c.eml"))
        #expect(try folder.read("5-4f2a9c.eml") == Array("first".utf8))
    }

    @Test("If a mail’s token contains a path, the mail is still written into the folder")
    func token() throws {
        let folder = try TemporaryFolder()
        let sample = try OutgoingMessage.sample()
        let message = OutgoingMessage(
            token: "../../x\u{0}/é y", returnPath: sample.returnPath, recipient: sample.recipient, bytes: sample.bytes)
        let result = MailFolder(folder.path).write(message, at: Instant(milliseconds: 7))
        #expect(result == .accepted(providerID: nil, answer: "7-xy.eml"))
    }

    @Test("If the folder is missing, all mails wait, and the error names the folder")
    func missing() throws {
        let folder = try TemporaryFolder()
        let fault = MailFolder(folder("mails")).write(try .sample(), at: Instant(milliseconds: 5)).fault
        guard case .folderNotWritable(folder("mails"), let reason)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(!reason.isEmpty && fault?.hint != nil)
    }
}
