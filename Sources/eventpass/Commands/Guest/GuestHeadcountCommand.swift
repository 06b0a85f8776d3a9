import ArgumentParser
import Gate
import Languages
import Management
import Presentation
import Ticketing

struct GuestHeadcountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "headcount", abstract: Text.abstract.text,
        subcommands: [
            GuestHeadcountFreezeCommand.self, GuestHeadcountListCommand.self, GuestHeadcountShowCommand.self,
            GuestHeadcountCompareCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandGuestHeadcount"

        case abstract = "Freeze the numbers for the caterer as versions, and compare the versions."
    }
}

struct HeadcountVersionArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(Text.version))
    var version: ParsedArgument<Int>

    enum Text: String, SentenceKey {
        static let subject = "optionsHeadcountVersion"

        case version = "The number of the version, as in “eventpass guest headcount list”."
    }
}

struct GuestHeadcountFreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest headcount freeze wedding --note "for the Lido"
                  eventpass guest headcount freeze wedding --json | jq .version
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestHeadcountFreeze"

        case abstract = "Freeze the current numbers as the next version."
        case discussion =
            """
            A version keeps the numbers as they are when you freeze them: people, meals and allergies by sub-event. \
            Later answers do not change it.

            {examples}
            """
        case note = "A note about the version, such as its recipient."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @Option(help: ArgumentHelp(Text.note))
    var note: String?

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let frozen = try services.headcounts.freeze(of: event, note: note)
        let people = frozen.numbers.subEvents.map { "\($0.name.visible) \($0.people)" }.joined(separator: ", ")
        try StandardOutput.line(
            output.json
                ? HeadcountJSON(event: event, frozen: frozen).json.text
                : "froze version \(frozen.version.number); people: \(people)")
    }
}

struct GuestHeadcountListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass guest headcount list wedding --json | jq .frozen
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGuestHeadcountList"

        case abstract = "List the versions of the headcount."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let versions = try services.headcounts.versions(of: event)
        if output.json {
            for version in versions {
                try StandardOutput.line(HeadcountVersionJSON.json(version, of: event).text)
            }
            return
        }
        let sentences = VerdictSentences(timeZone: event.zone)
        var table = Table("version", "frozen", "by", "note", empty: "There are no versions yet.")
        for version in versions {
            table.add(
                "\(version.number)", sentences.moment(version.frozenAt), version.userName ?? "\(version.frozenBy)",
                version.note ?? "–")
        }
        try table.write(global.terminal())
    }
}

struct GuestHeadcountShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass guest headcount show wedding 1 --csv numbers.csv
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandGuestHeadcountShow"

        case abstract = "Show a version of the headcount."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup var argument: EventArgument
    @OptionGroup var versionArgument: HeadcountVersionArgument

    func run() throws {
        let number = try FieldParser.read(only: versionArgument.version, "version")
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let frozen = try services.headcounts.version(number, of: event)
        try options.write(HeadcountJSON(event: event, frozen: frozen).page, global.terminal())
    }
}

struct GuestHeadcountCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass guest headcount compare wedding 1
                  eventpass guest headcount compare wedding 1 --with 2 --json
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGuestHeadcountCompare"

        case abstract = "Compare a version with a later version, or with the current numbers."
        case discussion =
            """
            The command prints each number of people, meals and allergies that differs.

            {examples}
            """
        case with = "The number of the later version. (default: the current numbers)"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument
    @OptionGroup var versionArgument: HeadcountVersionArgument
    @Option(help: ArgumentHelp(Text.with, valueName: "version"))
    var with: ParsedArgument<Int>?

    func run() throws {
        var fields = FieldParser()
        let version = fields.read(versionArgument.version, "version")
        let other = fields.read(with, "with")
        try fields.finish()
        guard let version else { return }
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event, among: .any)
        let differences = try services.headcounts.differences(from: version, to: other, of: event)
        if output.json {
            for difference in differences {
                try StandardOutput.line(HeadcountDifferenceJSON.json(difference).text)
            }
            return
        }
        var table = Table("sub-event", "what", "detail", "before", "after", empty: "The numbers are the same.")
        for difference in differences {
            table.add(
                difference.name, difference.figure.word, difference.figure.detail ?? "–", "\(difference.before)",
                "\(difference.after)")
        }
        try table.write(global.terminal())
    }
}
