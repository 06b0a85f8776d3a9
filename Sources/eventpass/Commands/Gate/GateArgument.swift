import ArgumentParser
import Management

/// What a gate works on: an event of the store, or a pack.
struct GateArgument: ParsableArguments {
    @Argument(
        help: """
            The event: its number, slug, or an unambiguous beginning of either. Or a pack: a path with a / in it, or one \
            that ends in .gate.
            """, completion: .file(extensions: ["gate"]))
    var event: String

    @OptionGroup var passphrase: PackPassphraseOption

    /// Nil for an event.
    func openPack() throws -> OpenPack? { try GateArgument.packPath(event).map(passphrase.open) }

    /// The absolute path of a pack; nil for an event, whose names have neither a slash nor a dot.
    static func packPath(_ argument: String) -> String? {
        argument.contains("/") || argument.hasSuffix(".gate") ? DataFolder.absolute(argument) : nil
    }
}
