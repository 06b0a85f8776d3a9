public import ArgumentParser
import Cryptography
import FileAccess
import Foundation
import Languages
public import MessageTransport
import Messaging
import Presentation
public import Ticketing

/// These extensions make types of other modules usable as command-line arguments.

extension NoticeDelivery.State: ExpressibleByArgument {}
extension NoticeDelivery.ReportedResult: ExpressibleByArgument {}
extension SMTPServer.Security: ExpressibleByArgument {}

/// Texts for the errors and hints of the commands for messages, such as the allowed values of their arguments.
enum MessageArgumentText: String, SentenceKey {
    static let subject = "messageArgument"

    case server = "a host, or a host and a port, such as smtp.example.org:587"
    case notText = "{path} is not a text in UTF-8"
    case publicURL = "an address such as https://tickets.example.org, without a path"
    case oldSettings = "{fault}; the old settings are kept in {path}, but not used"
    case noURLHint = "without --url, messages contain no links"
    case testAndSend = "{test}; the waiting messages are sent by: eventpass serve, or: eventpass notice send"
}

/// A mail server: `smtp.example.org`, `smtp.example.org:587`, `192.0.2.7:25`, `[2001:db8::7]:25`.
struct MailServerArgument: ArgumentValue {
    let host: String
    /// The port; nil if the argument has no port.
    let port: Int?

    init?(argument: String) {
        let pattern = /(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]]+))(?::([0-9]{1,5}))?/
        guard let match = argument.wholeMatch(of: pattern), let host = match.1 ?? match.2,
            ServerHost.isValid(String(host))
        else { return nil }
        let port = match.3.flatMap { Int($0) }
        if let port, !(1...65535).contains(port) { return nil }
        self.host = String(host)
        self.port = port
    }

    static var allowed: String { MessageArgumentText.server.text }
}

/// The base URL at which the public reaches the server, without a trailing slash. The URL must begin with `https`, or
/// its host must be this machine.
struct PublicURLArgument: ArgumentValue {
    let text: String

    init?(argument: String) {
        let text = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
        guard let address = WebAddress(text), address.isEncrypted || ServerHost.isLoopback(address.host) else {
            return nil
        }
        self.text = text
    }

    static var allowed: String { MessageArgumentText.publicURL.text }
}

extension DataFolder {
    var messageSettingsFile: MessageSettingsFile { MessageSettingsFile(folder: path) }

    /// Reads the limits and times for messages. If the settings cannot be read, these are the standard limits and
    /// times.
    var noticePolicySource: @Sendable () -> NoticePolicy {
        let settings = messageSettingsFile.cached()
        return { do { return try settings().noticePolicy } catch { return .standard } }
    }

    /// Reads the price of one part of an SMS; nil if the price is unknown, or if the settings cannot be read.
    var smsPriceSource: @Sendable () -> Money? {
        let settings = messageSettingsFile.cached()
        return { do { return try settings().sms?.pricePerPart } catch { return nil } }
    }

    /// Reads whether SMS are sent; false if the settings cannot be read.
    var sendsSMSSource: @Sendable () -> Bool {
        let settings = messageSettingsFile.cached()
        return { do { return try settings().sms != nil } catch { return false } }
    }

    /// The settings for messages, for a command that changes some of these settings. If the settings file is damaged,
    /// it is renamed to `messages.json.old`, and the result contains no settings.
    ///
    /// - Throws: `MessageSettingsError.readableByOthers`; `SystemError`.
    func messageSettingsToChange() throws -> MessageSettings {
        let file = messageSettingsFile
        do {
            return try file.read()
        } catch let error as MessageSettingsError {
            if case .readableByOthers = error { throw error }
            let old = "\(file.path).old"
            guard rename(file.path, old) == 0 else { throw SystemError(.rename, file.path) }
            StandardError.say(
                MessageArgumentText.oldSettings, ["fault": .sentence(error.sentence), "path": .text(old)])
            return MessageSettings()
        }
    }
}

extension GlobalOptions {
    /// Whether messages can be sent. Commands that queue messages report this.
    var messageSender: PendingEmailNotice.Sender {
        PendingEmailNotice.Sender { try dataFolder().messageSettingsFile.read() }
    }
}

extension SecretBytes {
    /// The secret as a text, for the settings file. Nil if the bytes are not UTF-8.
    var text: String? {
        withBytes { bytes in String(validating: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}
