import ArgumentParser
import Foundation
import Presenting
import Store
import TicketToken
import Ticketing

struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make the data folder: the store, an empty key ring, this device's id.",
        discussion: """
            What is there stays as it is. In a folder that was used before, and whose store is missing or empty, init asks \
            before it makes a new store: a backup is probably wanted (eventpass store restore BACKUP).

              eventpass init && eventpass key generate
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: "Your name, as the owner. (default: the name of your account)")
    var name: String?
    @Flag(help: "Make a new, empty store in a folder that was used before, without asking.")
    var yes = false

    func run() throws {
        let folder = try global.dataFolder()
        let wasThere = folder.exists
        let lost = try LostStore(folder, asksServer: true, seeksOwner: true)
        if let lost { try ask(lost) }
        let account = NSFullUserName().isEmpty ? NSUserName() : NSFullUserName()
        try folder.initialize(ownerName: name ?? account, at: .now())
        let json = JSON.object([("data", .string(folder.path)), ("made", .bool(!wasThere || lost != nil))])
        let made = lost != nil ? "made a new, empty store in" : wasThere ? "already there" : "made"
        let line = "\(made): \(folder.path.visible)"
        try StandardOutput.line(output.json ? json.text : line)
        do {
            let check = try folder.ringCheck(at: folder.keysPath)
            try check.demandAll()
            guard check.isEmpty else { return }
            try check.demandFree(nil)
            StandardError.say("next: eventpass key generate")
        } catch {
            let failure = Failure.describing(error)
            StandardError.say(failure.message)
            StandardError.say("next: \(failure.hint ?? "eventpass doctor")")
        }
    }

    private func ask(_ lost: LostStore) throws {
        if !yes {
            StandardError.say(lost.description)
            StandardError.say("eventpass store restore BACKUP brings a backup back")
            try Confirmation.need(
                false, "Make a new, empty store without any event or ticket?", of: "making a new, empty store")
        }
        guard lost.isFile else { return }
        // A log that is left of the old store would be read into the new one.
        if let kept = try Store.setAside(sqlite: lost.path, at: .now()) {
            StandardError.say("kept what was left of the old store: \(kept.visible)")
        }
    }
}
