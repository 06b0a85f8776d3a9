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

    /// The absolute path of a pack; nil for an event, whose names have neither a slash nor a dot.
    var packPath: String? { GateArgument.packPath(event) }

    static func packPath(_ argument: String) -> String? {
        argument.contains("/") || argument.hasSuffix(".gate") ? DataFolder.absolute(argument) : nil
    }
}
