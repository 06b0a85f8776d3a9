import ArgumentParser
import Languages
import Management
import MessageTransport
import Messaging
import Presentation
import Store
import Ticketing

struct PushTestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass push test joan@example.org
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandPushTest"

        case abstract = "Send a test push message now to the browsers of a recipient."
        case discussion =
            """
            The recipient must have turned on push messages on the page of preferences. For each browser, the command \
            prints the answer of the push service. The test message is not stored.

            {examples}
            """
        case address = "The e-mail address or phone number of the recipient."
        case allowed = "an e-mail address, or a phone number with its country code, such as +256700123456"
        case missing = "push messages are not set up"
        case missingHint = "set them up with: eventpass push set"
        case noBrowser = "{recipient} has not turned on push messages in any browser"
        case noBrowserHint = "recipients turn on push messages on their page of preferences"
        case unknownBrowser = "unknown browser"
        case refused = "{browser}: the message was refused: {answer}"
        case ended = "{browser}: the subscription has ended, so turn on push messages in this browser again: {answer}"
        case deferred = "{browser}: the message was not accepted for now: {answer}"
        case notAccepted = "no push service accepted the message to {recipient}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.address))
    var address: ParsedArgument<RecipientArgument>

    func run() throws {
        let address = try FieldParser.read(only: address, "address").text
        let folder = try global.ownersDataFolder()
        let settings = try folder.messageSettingsFile.read()
        guard settings.sends(by: .push) else {
            throw CommandFailure(.trouble, Text.missing, hint: Sentence(Text.missingHint))
        }
        let store = try folder.openStore()
        let browsers = try store.read { try $0.pushSubscriptions.confirmed(of: address) }
        guard !browsers.isEmpty else {
            throw CommandFailure(
                .trouble, Text.noBrowser, ["recipient": .text(address)], hint: Sentence(Text.noBrowserHint))
        }
        let trial = MessageTrial(settings, in: .ofCommandLine)
        var failures: [Text] = []
        for browser in browsers {
            let (result, hasEnded) = try trial.send(to: browser, at: .now())
            if let failure = try report(result, of: browser, hasEnded: hasEnded) { failures.append(failure) }
        }
        guard failures.count < browsers.count else {
            throw CommandFailure(
                failures.contains(.deferred) ? .trouble : .refused, Text.notAccepted, ["recipient": .text(address)])
        }
    }

    /// The word for a result as JSON, the answer of the push service, and the error. The error is nil if the push
    /// service has accepted the message.
    ///
    /// - Throws: `TransportFault` if the program cannot send push messages at all.
    private func parts(of result: PushResult, hasEnded: Bool) throws -> (word: String, answer: String, failure: Text?) {
        switch result {
        case .accepted(let answer): return ("accepted", answer, nil)
        case .refused(let answer) where hasEnded: return ("ended", answer, Text.ended)
        case .refused(let answer): return ("refused", answer, Text.refused)
        case .deferred(let answer, _): return ("deferred", answer, Text.deferred)
        case .unavailable(let fault): throw fault
        }
    }

    /// Prints the result for a browser. Returns the error; nil if the push service has accepted the message.
    private func report(_ result: PushResult, of browser: PushSubscription, hasEnded: Bool) throws -> Text? {
        let (word, answer, failure) = try parts(of: result, hasEnded: hasEnded)
        let text = Sentence(stored: answer)
        let name = browser.browser.isEmpty ? Text.unknownBrowser.text : browser.browser
        if output.json {
            let json = JSON.object([
                ("browser", .string(browser.browser)), ("result", .string(word)), ("answer", .string(text.english)),
            ])
            try StandardOutput.line(json.text)
        } else if let failure {
            StandardError.fail(failure, ["browser": .text(name), "answer": .sentence(text)])
        } else {
            try StandardOutput.line("\(name.visible): the message was accepted: \(text.english.visible)")
        }
        return failure
    }
}

/// The address of a recipient of messages: an e-mail address or a phone number.
struct RecipientArgument: ArgumentValue {
    /// The address in the form in which it is stored.
    let text: String

    init?(argument: String) {
        guard case .success(let address) = VisitorAddress.parse(argument) else { return nil }
        text = address.text
    }

    static var allowed: String { PushTestCommand.Text.allowed.text }
}
