import ArgumentParser
import Foundation
import Management

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a one-minute demonstration on a sample event.",
        discussion: """
            The demonstration creates its own data folder and keeps it, so that you can look around.

              eventpass demo && eventpass --help
            """)

    @Option(help: "The guest list. (default: the sample festival's list)")
    var guests: String?
    @Option(help: "The new folder for all files of the demonstration. (default: a temporary folder)")
    var output: String?
    @OptionGroup var json: JSONOption
    @Flag(help: "Print without colours.")
    var noColor = false

    func run() throws {
        let path = try guests ?? Demo.sampleGuests()
        let list = try TicketHolderList(path: inputPath(path))
        let story = DemoRun(
            folder: try newFolder(), guests: list, source: path, terminal: Terminal(noColor: noColor), isJSON: json.json
        )
        try story.run()
    }

    private func newFolder() throws -> String {
        if let output {
            guard !FileManager.default.fileExists(atPath: output) else {
                throw CommandFailure(.badInput, "\(output) already exists", hint: "choose a new folder")
            }
            return DataFolder.absolute(output)
        }
        return FileManager.default.temporaryDirectory
            .appending(path: "eventpass-demo-\(String(UInt32.random(in: 0 ... .max), radix: 36))").path
    }

    /// The sample guest list's path: in the current folder, or next to the installed program.
    private static func sampleGuests() throws -> String {
        let sample = "Samples/Festival/guests.csv"
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        let installed = prefix.appending(path: "share/eventpass/\(sample)").path
        guard let found = [sample, installed].first(where: FileManager.default.fileExists) else {
            throw CommandFailure(
                .badInput, "the sample guest list was not found: neither \(sample) nor \(installed) exists",
                hint: """
                    run this in EventPass’s source folder, install with “make install”, or give a list with --guests FILE
                    """)
        }
        return found
    }
}
