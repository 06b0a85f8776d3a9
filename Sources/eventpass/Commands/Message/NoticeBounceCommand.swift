import ArgumentParser
import FileAccess
import Foundation
import Languages
import Management
import MessageTransport
import Messaging
import Presentation
import Store
import Ticketing

struct NoticeBounceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice bounce < returned.eml
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeBounce"

        case abstract = "Read a returned mail, and stop messages to an address that does not exist."
        case discussion =
            """
            A mail server can pass each returned mail to this command. Docs/Messages.md has an example. If the \
            mail is not a report about a message of this store, the command changes nothing, and its exit status is 65.

            {examples}
            """
        case file = "The returned mail; - is standard input."
        case noAddress = "no address for returned mails is set up"
        case noAddressHint = "set one up with the option --bounces of: eventpass mail set"
        case unknown = "the mail is not a report about a message of this store"
        case cameBack =
            "the “{kind}” message to {recipient} came back: {answer}; no more messages are sent to this address"
        case complained =
            "the recipient {recipient} complained about the “{kind}” message; no more messages are sent to this address"
        case notDelivered = "the “{kind}” message to {recipient} was not delivered: {answer}"
        case late = "the “{kind}” message to {recipient} is late: {answer}"
        case arrived = "the “{kind}” message to {recipient} has arrived"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.file), completion: .file())
    var file = "-"

    /// The maximum size of a mail, in bytes. The rest of a longer mail is ignored, because the report is at its
    /// beginning.
    private static let largest = 1 << 20

    func run() throws {
        let folder = try global.ownersDataFolder()
        guard let returnAddress = try folder.messageSettingsFile.read().mail?.returnAddress else {
            throw CommandFailure(.trouble, Text.noAddress, hint: Sentence(Text.noAddressHint))
        }
        let mail = try mail()
        let store = try folder.openStore(orCopy: false)
        guard let report = DeliveryReport(mail: mail, returnAddress: returnAddress), let bounce = BounceReport(report),
            let notice = try NoticeDispatcher(clock: Instant.now).record(bounce, store)
        else {
            throw CommandFailure(.badInput, Text.unknown)
        }
        guard output.json else {
            return try StandardOutput.line(NoticeBounceCommand.sentence(report, notice).english.visible)
        }
        let json = NoticeJSON(zone: .gmt).json(notice).adding([("report", .string(report.outcome.rawValue))])
        try StandardOutput.line(json.text)
    }

    private func mail() throws -> [UInt8] {
        guard file == "-" else { return try BlockReader(path: file).next(atMost: NoticeBounceCommand.largest) }
        // A mail server can pass the mail through a pipe that belongs to another user. The program cannot open such a
        // pipe by the name /dev/stdin, but can read from the descriptor.
        return [UInt8](try FileHandle.standardInput.read(upToCount: NoticeBounceCommand.largest) ?? Data())
    }

    private static func sentence(_ report: DeliveryReport, _ notice: Notice) -> Sentence {
        let about: [String: SentenceArgument] = [
            "kind": .text(notice.kind.rawValue), "recipient": .text(notice.recipient),
        ]
        let answer = about.merging(["answer": .text(report.diagnostic ?? "")]) { $1 }
        switch report.outcome {
        case .failed: return Sentence(report.endsAddress ? Text.cameBack : .notDelivered, answer)
        case .delayed: return Sentence(Text.late, answer)
        case .delivered: return Sentence(Text.arrived, about)
        case .complaint: return Sentence(Text.complained, about)
        }
    }
}
