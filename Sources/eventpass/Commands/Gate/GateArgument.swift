import ArgumentParser
import Management
import Store

/// The event or gate pack argument of a gate command.
struct GateArgument: ParsableArguments {
    @Argument(
        help: """
            The event: its number, slug, or an unambiguous beginning of either. Or a gate pack: a path that contains a \
            slash or ends in .gate.
            """, completion: .file(extensions: ["gate"]))
    var event: String

    @OptionGroup var passphrase: GatePackPassphraseOption

    /// Opens the gate pack. Returns nil if the argument is an event.
    ///
    /// - Parameter orCopy: whether to open a read-only copy of a pack that is not writable.
    func openPack(orCopy: Bool) throws -> OpenGatePack? {
        try GateArgument.packPath(event).map { try passphrase.open($0, orCopy: orCopy) }
    }

    /// Opens a writable gate pack, to record scans in it. Returns nil if the argument is an event.
    func openPackForScanning() throws -> OpenGatePack? {
        do {
            return try openPack(orCopy: false)
        } catch let error as StoreError where error.preventsWriting {
            throw CommandFailure(
                .trouble, "\(error); scans cannot be recorded there",
                hint: """
                    copy the pack to a writable disk and open it there; gate stats, log, list, conflicts and \
                    verify-log can read it where it is
                    """)
        }
    }

    /// The absolute path of a gate pack; nil for an event, because an event's name contains neither a slash nor a dot.
    static func packPath(_ argument: String) -> String? {
        argument.contains("/") || argument.hasSuffix(".gate") ? DataFolder.absolute(argument) : nil
    }
}
