import ArgumentParser
import Presenting

/// The options of every command that uses the data folder.
struct GlobalOptions: ParsableArguments {
    /// The option names in help pages.
    static let names = ["--data", "--store", "--as", "--no-color"]

    @Option(help: "The data folder. (default: $EVENTPASS_DATA, $XDG_DATA_HOME/eventpass or ~/.local/share/eventpass)")
    var data: String?

    @Option(
        help: """
            The store: sqlite:PATH or postgres://user@host/database. (default: $EVENTPASS_STORE, else store.sqlite in \
            the data folder)
            """)
    var store: String?

    @Option(help: "Act as another user of this store, by id, e-mail address or name. (default: the owner)")
    var `as`: String?

    @Flag(help: "Print without colours.")
    var noColor = false

    func dataFolder() throws -> DataFolder { try DataFolder(path: data, store: store, user: `as`) }

    /// The data folder for commands that only its owner may run, such as those for the store or the key ring.
    func ownersDataFolder() throws -> DataFolder {
        guard `as` == nil else {
            throw CommandFailure(.refused, "only the owner of the data folder may do this", hint: "leave out --as")
        }
        return try dataFolder()
    }

    func terminal() -> Terminal { Terminal(noColor: noColor) }
}

/// The options of commands that use the key ring.
struct KeyOptions: ParsableArguments {
    @Option(help: "The folder of the key ring. (default: keys in the data folder)")
    var keys: String?

    @Option(
        help:
            "A file whose first line is the passphrase of sealed keys. (default: $EVENTPASS_PASSPHRASE, or ask)"
    )
    var passphraseFile: String?
}

/// The option for JSON output.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON, one object per line.")
    var json = false

    /// Prints that an object was ended: `revoked 4503599627370497`, or `{"id":"4503599627370497","state":"revoked"}`.
    func writeEnd(_ state: String, _ id: String) throws {
        try StandardOutput.line(
            json ? JSON.object([("id", .string(id)), ("state", .string(state))]).text : "\(state) \(id)")
    }
}
