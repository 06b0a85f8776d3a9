import ArgumentParser
import Foundation
import Management

struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The whole story in a terminal, in a minute, on a sample event.",
        discussion: """
            Makes a data folder of its own and leaves it there for you to look around.

              eventpass demo && eventpass --help
            """)

    @Option(help: "The guest list. (default: the festival of the samples)")
    var guests: String?
    @Option(help: "A new folder for what the demonstration makes. (default: one among the temporary files)")
    var output: String?
    @OptionGroup var json: JSONOption
    @Flag(help: "No colour, whatever the terminal can do.")
    var noColor = false

    func run() throws {
        let path = try guests ?? Demo.sampleGuests()
        let list = try GuestList(path: inputPath(path))
        let story = DemoStory(
            folder: try newFolder(), guests: list, source: path, terminal: Terminal(noColor: noColor), isJSON: json.json
        )
        try story.tell()
    }

    private func newFolder() throws -> String {
        if let output {
            guard !FileManager.default.fileExists(atPath: output) else {
                throw Failure(.badInput, "\(output) is already there", hint: "choose a new folder")
            }
            return DataFolder.absolute(output)
        }
        return FileManager.default.temporaryDirectory
            .appending(path: "eventpass-demo-\(String(UInt32.random(in: 0 ... .max), radix: 36))").path
    }

    /// Beside the working copy one stands in, or beside the installed program.
    private static func sampleGuests() throws -> String {
        let sample = "Samples/Festival/guests.csv"
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
        let installed = prefix.appending(path: "share/eventpass/\(sample)").path
        guard let found = [sample, installed].first(where: FileManager.default.fileExists) else {
            throw Failure(
                .badInput, "the sample guest list is not here: neither \(sample) nor \(installed) is there",
                hint: """
                    run this in EventPass’s source folder, install with “make install”, or give a list with --guests FILE
                    """)
        }
        return found
    }
}
