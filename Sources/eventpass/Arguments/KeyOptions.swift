import ArgumentParser
import Languages

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
