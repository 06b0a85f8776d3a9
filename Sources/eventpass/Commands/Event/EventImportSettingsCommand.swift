import ArgumentParser
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import Ticketing

struct EventImportSettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-settings", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass event import-settings wedding settings.json &&
                      eventpass event sub-event list wedding
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandEventImportSettings"

        case abstract = "Import the sub-events from the settings file of the system that was used before EventPass."
        case discussion =
            """
            The file is a JSON object with weddingEvents: a list of objects with name, date, time, venue, and isMain \
            or main. The command skips sub-events whose name already exists.

            {examples}
            """
        case file = "The settings file, JSON."
        case notRead = "cannot read {path}: {reason}"
        case imported = "imported {count} sub-event|imported {count} sub-events"
        case importedAndKnown =
            "imported {count} sub-event, {known} already there|imported {count} sub-events, {known} already there"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: ArgumentHelp(Text.file), completion: .file())
    var file: String

    func run() throws {
        let services = try global.dataFolder().openServices()
        let event = try services.events.event(named: argument.event)
        let data: Data
        do {
            data = try Data(BlockReader(path: DataFolder.absolute(file)).rest())
        } catch let error as SystemError {
            throw CommandFailure(.badInput, Text.notRead, ["path": .text(file), "reason": .text(error.reason)])
        }
        let old: [LegacySubEvent]
        do {
            old = try OldSettingsFile.subEvents(in: data, timeZone: event.zone)
        } catch GuestError.oldSettings(let faults) where output.json {
            try StandardOutput.line(json(event, faults: faults).text)
            throw GuestError.oldSettings(faults)
        }
        let added = try services.subEvents.importSettings(old, into: event)
        let known = old.count - added.count
        if output.json {
            try StandardOutput.line(json(event, added: added, known: known).text)
        } else if !added.isEmpty {
            try SubEventJSON.table(added, zone: event.zone).write(global.terminal())
        }
        var arguments: [String: SentenceArgument] = ["count": .number(added.count)]
        if known > 0 { arguments["known"] = .number(known) }
        StandardError.say(known > 0 ? Text.importedAndKnown : .imported, arguments)
    }

    private func json(
        _ event: Event, added: [SubEvent] = [], known: Int = 0, faults: [OldSettingsFault] = []
    ) -> JSON {
        .object([
            ("event", .int(event.number.rawValue)),
            ("added", .array(added.map { SubEventJSON(subEvent: $0, zone: event.zone).json })), ("known", .int(known)),
            (
                "faults",
                .array(
                    faults.map {
                        .object([("place", .string($0.location.english)), ("fault", .string($0.allowed.english))])
                    })
            ),
        ])
    }
}
