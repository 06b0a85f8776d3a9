import ArgumentParser
import FileAccess
import Foundation
import Management
import Presenting
import Ticketing

struct EventImportSettings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-settings",
        abstract: "Import the functions from an older system's settings, once, by name.",
        discussion: """
            A JSON object with weddingEvents: a list of name, date, time, venue, and isMain or main. Functions whose \
            name is there already are passed over.

              eventpass event import-settings wedding settings.json &&
                  eventpass event function list wedding
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var argument: EventArgument

    @Argument(help: "The settings, a JSON file.", completion: .file())
    var file: String

    func run() throws {
        let office = try global.dataFolder().openOffice()
        let event = try office.event(named: argument.event)
        let data: Data
        do {
            data = try Data(BlockReader(path: DataFolder.absolute(file)).rest())
        } catch let error as SystemError {
            throw Failure(.badInput, "\(file) can't be read: \(error.reason)")
        }
        let old: [OldSettingsFunction]
        do {
            old = try OldSettingsFile.functions(in: data, timeZone: event.zone)
        } catch CelebrationError.settings(let faults) where output.json {
            try StandardOutput.line(json(event, faults: faults).text)
            throw CelebrationError.settings(faults)
        }
        let added = try office.importSettings(old, into: event)
        let known = old.count - added.count
        if output.json {
            try StandardOutput.line(json(event, added: added, known: known).text)
        } else if !added.isEmpty {
            try FunctionView.table(added, zone: event.zone).write(global.terminal())
        }
        StandardError.say("imported \(counted(added.count, "function"))\(known > 0 ? ", \(known) there already" : "")")
    }

    private func json(
        _ event: Event, added: [EventFunction] = [], known: Int = 0, faults: [OldSettingsFault] = []
    ) -> JSON {
        .object([
            ("event", .int(event.number.rawValue)),
            ("added", .array(added.map { FunctionView(function: $0, zone: event.zone).json })), ("known", .int(known)),
            (
                "faults",
                .array(faults.map { .object([("place", .string($0.place)), ("fault", .string($0.allowed))]) })
            ),
        ])
    }
}
