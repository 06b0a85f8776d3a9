import ArgumentParser
import Languages
import Presentation

/// The options of every command that uses the data folder.
struct GlobalOptions: ParsableArguments {
    /// The names of these options in help pages.
    static let names = ["--data", "--store", "--as", "--no-color"]

    @Option(help: ArgumentHelp(Text.data), completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp(Text.store))
    var store: String?

    @Option(help: ArgumentHelp(Text.as))
    var `as`: String?

    @Flag(help: ArgumentHelp(Text.noColor))
    var noColor = false

    func dataFolder() throws -> DataFolder { try DataFolder(path: data, store: store, user: `as`) }

    /// The data folder, for commands that only the owner of the folder is allowed to run, such as the commands for the
    /// store or the key ring. Throws an error if `--as` is given.
    func ownersDataFolder() throws -> DataFolder {
        guard `as` == nil else {
            throw CommandFailure(.refused, Text.ownersOnly, hint: Sentence(Text.ownersOnlyHint))
        }
        return try dataFolder()
    }

    func terminal() -> Terminal { Terminal(noColor: noColor) }

    enum Text: String, SentenceKey {
        static let subject = "optionsGlobal"

        case data =
            "The data folder. (default: $EVENTPASS_DATA, else $XDG_DATA_HOME/eventpass, else ~/.local/share/eventpass)"
        case store =
            "The store: sqlite:PATH or postgres://user@host/database. (default: $EVENTPASS_STORE, else store.sqlite in the data folder)"
        case `as` = "Act as another user of this store, by id, e-mail address or name. (default: the owner)"
        case noColor = "Print without colours."
        case ownersOnly = "only the owner of the data folder may do this"
        case ownersOnlyHint = "leave out --as"
    }
}
