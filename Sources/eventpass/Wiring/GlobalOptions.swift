import ArgumentParser
import Presenting

/// What every command that touches the data folder takes.
struct GlobalOptions: ParsableArguments {
    /// As help pages name them.
    static let names = ["--data", "--store", "--as", "--no-color"]

    @Option(help: "The data folder. (default: $EVENTPASS_DATA, $XDG_DATA_HOME/eventpass or ~/.local/share/eventpass)")
    var data: String?

    @Option(
        help: """
            The store: sqlite:PATH or postgres://user@host/database. (default: $EVENTPASS_STORE, else store.sqlite in \
            the data folder)
            """)
    var store: String?

    @Option(help: "Act as another user of this store: their id, e-mail address or name. (default: its owner)")
    var `as`: String?

    @Flag(help: "No colour, whatever the terminal can do.")
    var noColor = false

    func dataFolder() throws -> DataFolder { try DataFolder(path: data, store: store, user: `as`) }

    /// For what belongs to the owner of the data folder alone: the store as a whole, the key ring.
    func ownersDataFolder() throws -> DataFolder {
        guard `as` == nil else {
            throw Failure(.refused, "only the owner of the data folder does this", hint: "leave out --as")
        }
        return try dataFolder()
    }

    func terminal() -> Terminal { Terminal(noColor: noColor) }
}

/// For commands that need the key ring.
struct KeyOptions: ParsableArguments {
    @Option(help: "The folder of the key ring. (default: keys in the data folder)")
    var keys: String?

    @Option(
        help:
            "A file whose first line is the passphrase of sealed keys. (default: $EVENTPASS_PASSPHRASE, else asked for)"
    )
    var passphraseFile: String?
}

/// For commands that list or change things.
struct JSONOption: ParsableArguments {
    @Flag(help: "One JSON object a line, in snake_case.")
    var json = false

    /// Says that a thing was ended: `revoked 4503599627370497`, or `{"id":"4503599627370497","state":"revoked"}`.
    func writeEnd(_ state: String, _ id: String) throws {
        try StandardOutput.line(
            json ? JSON.object([("id", .string(id)), ("state", .string(state))]).text : "\(state) \(id)")
    }
}
