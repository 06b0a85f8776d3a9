import ArgumentParser
import Foundation
import Presenting

struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make the data folder: the store, an empty key ring, this device's id.",
        discussion: """
            What is there stays as it is.

              eventpass init && eventpass key generate
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: "Your name, as the owner. (default: the name of your account)")
    var name: String?

    func run() throws {
        let folder = try global.dataFolder()
        let wasThere = folder.exists
        let account = NSFullUserName().isEmpty ? NSUserName() : NSFullUserName()
        try folder.initialize(ownerName: name ?? account, at: .now())
        let json = JSON.object([("data", .string(folder.path)), ("made", .bool(!wasThere))])
        let line = "\(wasThere ? "already there" : "made"): \(folder.path.visible)"
        try StandardOutput.line(output.json ? json.text : line)
        if !wasThere { StandardError.say("next: eventpass key generate") }
    }
}
