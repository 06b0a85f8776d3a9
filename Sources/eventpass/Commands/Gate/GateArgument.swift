import ArgumentParser
import Management
import Store

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
    ///
    /// - Parameter orCopy: whether a pack that can't be written is opened as a copy, to be read.
    func openPack(orCopy: Bool) throws -> OpenPack? {
        try GateArgument.packPath(event).map { try passphrase.open($0, orCopy: orCopy) }
    }

    /// Opens a pack for a gate, which records what it decides. Nil for an event.
    func openPackForScanning() throws -> OpenPack? {
        do {
            return try openPack(orCopy: false)
        } catch let error as StoreError where error.isAboutWriting {
            throw Failure(
                .trouble, "\(error); scans can't be recorded there",
                hint: """
                    copy the pack to a disk that can be written, and open it there; gate stats, log, list, \
                    conflicts and verify-log read it where it is
                    """)
        }
    }

    /// The absolute path of a pack; nil for an event, whose names have neither a slash nor a dot.
    static func packPath(_ argument: String) -> String? {
        argument.contains("/") || argument.hasSuffix(".gate") ? DataFolder.absolute(argument) : nil
    }
}
