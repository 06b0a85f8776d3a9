import ArgumentParser
import Foundation
import Languages
import Presentation
import Store
import TicketToken
import Ticketing

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass init && eventpass key generate
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandInit"

        case abstract = "Create the data folder: the store, an empty key ring and a device id."
        case discussion =
            """
            Existing files are not changed. If the folder was used before and its store is missing or empty, the \
            command asks before it creates a new store, because you probably want to restore a backup (“eventpass \
            store restore BACKUP”).

            {examples}
            """
        case name = "The owner's name. (default: the name of your account)"
        case yes = "Create a new, empty store in a folder that was used before, without asking."
        case notConfirmed = "creating a new, empty store needs confirmation"
        case restoreBackup = "restore a backup with: eventpass store restore BACKUP"
        case question = "Create a new, empty store without events or tickets?"
        case keptRemains = "kept the remains of the old store: {path}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    @Option(help: ArgumentHelp(Text.name))
    var name: String?
    @Flag(help: ArgumentHelp(Text.yes))
    var yes = false

    func run() throws {
        let folder = try global.dataFolder()
        let wasThere = folder.exists
        let lost = try MissingStore(folder, asksServer: true, requiresOwner: true)
        if let lost { try ask(lost) }
        let account = NSFullUserName().isEmpty ? NSUserName() : NSFullUserName()
        try folder.initialize(ownerName: name ?? account, at: .now())
        let json = JSON.object([("data", .string(folder.path)), ("made", .bool(!wasThere || lost != nil))])
        let made = lost != nil ? "made a new, empty store in" : wasThere ? "already there" : "made"
        let line = "\(made): \(folder.path.visible)"
        try StandardOutput.line(output.json ? json.text : line)
        do {
            let check = try folder.ringCheck(at: folder.keysPath)
            try check.requireAllKeys()
            guard check.isEmpty else { return }
            try check.requireUnusedNumber(nil)
            StandardError.next("eventpass key generate")
        } catch {
            let failure = CommandFailure.describing(error)
            StandardError.say(Sentence.verbatim(failure.message))
            StandardError.next((failure.hint ?? "eventpass doctor").visible)
        }
    }

    private func ask(_ lostStore: MissingStore) throws {
        if !yes {
            StandardError.say(lostStore.sentence)
            StandardError.say(Text.restoreBackup)
            try Confirmation.require(
                false, Sentence(Text.question), refusal: Sentence(Text.notConfirmed))
        }
        guard lostStore.isFile else { return }
        // Move the leftover log of the old store away. Otherwise, SQLite would read it into the new store.
        if let kept = try Store.setAside(sqlite: lostStore.path, at: .now()) {
            StandardError.say(Text.keptRemains, ["path": .text(kept)])
        }
    }
}
