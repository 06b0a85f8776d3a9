import ArgumentParser
import Languages
import Management
import MessageTransport
import Presentation
import Store
import Ticketing

struct NoticePruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice prune --older-than 90 --dry-run
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticePrune"

        case abstract = "Remove old messages from the store, and expired links and codes."
        case discussion =
            """
            “eventpass serve” and “eventpass notice send” remove messages that are older than 400 days. Three kinds of \
            messages are kept longer. Messages that wait are kept. Messages about an event are kept until 400 days \
            after its end. Messages about sales milestones and low inventory are kept, because they are sent only once.

            {examples}
            """
        case olderThan =
            "The age in days, at least 30. (default: the setting “retention” in “eventpass notice policy show”)"
        case olderThanFault = "--older-than must be from 30 to 36500"
        case dryRun = "Only print the number of messages that would be removed."
    }

    /// The largest age that the command accepts, in days.
    private static let mostDays = 36_500

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Option(help: ArgumentHelp(Text.olderThan, valueName: "days"))
    var olderThan: Int?
    @Flag(help: ArgumentHelp(Text.dryRun))
    var dryRun = false

    func validate() throws {
        if let olderThan, !(NoticeRetention.leastDays...NoticePruneCommand.mostDays).contains(olderThan) {
            throw ValidationError(Text.olderThanFault)
        }
    }

    func run() throws {
        let folder = try global.ownersDataFolder()
        let store = try folder.openStore(orCopy: dryRun)
        let retention = try folder.messageSettingsFile.read().noticePolicy.retentionDays
        let pruner = NoticePruner(clock: Instant.now, olderThanDays: olderThan ?? retention)
        guard dryRun else {
            Interrupt.startWatching()
            let removed = try pruner.removeAll(store) { Interrupt.isPressed }
            try StandardOutput.line(
                output.json ? JSON.object([("removed", .int(removed))]).text : "removed \(counted(removed, "message"))")
            if Interrupt.isPressed { Interrupt.terminate() }
            return
        }
        let count = try pruner.count(store)
        try StandardOutput.line(
            output.json
                ? JSON.object([("removable", .int(count))]).text : "\(counted(count, "message")) would be removed")
    }
}
