import ArgumentParser
import FileAccess
import Foundation
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

/// The options of commands that use the key ring.
struct KeyOptions: ParsableArguments {
    @Option(help: ArgumentHelp(Text.keys), completion: .directory)
    var keys: String?

    @Option(help: ArgumentHelp(Text.passphraseFile), completion: .file())
    var passphraseFile: String?

    enum Text: String, SentenceKey {
        static let subject = "optionsKey"

        case keys = "The folder of the key ring. (default: keys in the data folder)"
        case passphraseFile =
            "A file whose first line is the passphrase of sealed keys. Without this option, the passphrase is read from $EVENTPASS_PASSPHRASE or asked for."
    }
}

/// The option for JSON output.
struct JSONOption: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.json))
    var json = false

    /// Prints the new state and the id of an object that was revoked or ended: `revoked 4503599627370497`, or
    /// `{"id":"4503599627370497","state":"revoked"}`.
    func writeEnd(_ state: String, _ id: String) throws {
        try StandardOutput.line(
            json ? JSON.object([("id", .string(id)), ("state", .string(state))]).text : "\(state) \(id)")
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsJSON"

        case json = "Print JSON, one object per line."
    }
}

/// The option that limits the length of a list.
struct FirstOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.first))
    var first: Int?

    private static let allowed = 1...1_000_000_000

    func validate() throws {
        guard let first, !FirstOption.allowed.contains(first) else { return }
        throw ValidationError(Text.outOfRange, ["limit": .number(FirstOption.allowed.upperBound)])
    }

    /// Thrown by `limit` to end the iteration.
    private struct LimitReached: Error {}

    /// Passes items to `accept`, until `accept` has returned true as many times as `--first` allows.
    ///
    /// - Parameters:
    ///   - forEach: calls `body` with each item.
    ///   - accept: handles an item; returns false if the item does not count towards the limit.
    func limit<Item>(
        _ forEach: (_ body: (Item) throws -> Void) throws -> Void, _ accept: @escaping (Item) throws -> Bool
    ) throws {
        var count = 0
        do {
            try forEach { item in
                if try accept(item) { count += 1 }
                if count == first { throw LimitReached() }
            }
        } catch is LimitReached {}
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsFirst"

        case first = "Show at most this many entries."
        case outOfRange = "--first must be 1 to {limit}"
    }
}

/// The option to replace existing files.
struct ReplaceOption: ParsableArguments {
    @Flag(help: ArgumentHelp(Text.force))
    var force = false

    var existing: AtomicFile.Existing { force ? .replace : .refuse }

    /// Runs a closure that writes files.
    ///
    /// - Throws: `CommandFailure` with a hint if a file exists; errors of `work`.
    func explainingExistingFile<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as SystemError where error.errno == EEXIST {
            throw CommandFailure(
                .badInput, Text.fileExists, ["path": .text(error.path)], hint: Sentence(Text.fileExistsHint))
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsReplace"

        case force = "Replace existing files."
        case fileExists = "{path} already exists"
        case fileExistsHint = "choose another name, or add --force"
    }
}

/// The option for the id of a request (an idempotency key). A retry with the same id has no second effect.
struct RequestIDOption: ParsableArguments {
    @Option(help: ArgumentHelp(Text.requestID))
    var requestID: String?

    func validate() throws { try RequestIDOption.validate(requestID) }

    static func validate(_ requestID: String?) throws {
        if let requestID, requestID.isEmpty || requestID.utf8.count > 200 {
            throw ValidationError(Text.lengthFault)
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "optionsRequestID"

        case requestID = "An id for this request, 1 to 200 bytes. A repeated request with the same id changes nothing."
        case lengthFault = "--request-id takes 1 to 200 bytes"
    }
}
