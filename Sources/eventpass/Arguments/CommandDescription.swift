import ArgumentParser
import Foundation
import Languages

/// The options and arguments of the command that a command line names, as ArgumentParser describes them
/// (`--experimental-dump-help`).
struct CommandDescription {
    /// The options and arguments of the command, of the groups that contain it, and of its default subcommand.
    private(set) var parameters: [Parameter] = []
    /// The names of the command and of the groups that contain it, such as `ticket cancel`.
    private(set) var name = ""
    /// The words of the command line after the names of commands.
    private(set) var rest: ArraySlice<String>

    /// Nil if ArgumentParser’s description cannot be read.
    ///
    /// - Parameter words: the arguments of the program, without its name.
    init?(_ words: [String]) {
        let dump = Data(EventPass._dumpHelp().utf8)
        guard let root = try? JSONDecoder().decode(Dump.self, from: dump).command else { return nil }
        rest = words[...]
        var command = root
        var type: (any ParsableCommand.Type)? = EventPass.self
        add(command, type)
        while let word = rest.first, let next = command.subcommand(word) {
            type = type?.subcommand(word)
            command = next
            add(command, type)
            rest.removeFirst()
        }
        name = words.dropLast(rest.count).joined(separator: " ")
        if let name = command.defaultSubcommand, let next = command.subcommand(name) {
            add(next, type?.subcommand(name))
        }
    }

    /// The values that an option or argument allows; nil if it allows every text.
    ///
    /// - Parameter synopsis: the option or argument as messages show it, such as `--sheet <sheet>` or `<event>`.
    func allowed(by synopsis: String) -> Sentence? {
        parameters.first { $0.info.synopses.contains(synopsis) }?.allowed
    }

    /// - Parameter type: the type of the command; nil for ArgumentParser’s own command `help`.
    private mutating func add(_ command: Dump.Command, _ type: (any ParsableCommand.Type)?) {
        // ArgumentParser describes the arguments in the order of the properties of the command’s type. So the types in
        // `types` have the same order as the descriptions. But `types` has no entries for flags, because ArgumentParser
        // can give several descriptions to a single `@Flag` property. So descriptions of flags are skipped.
        var types = (type?.valueTypes ?? [])[...]
        parameters += (command.arguments ?? []).map { info in
            Parameter(info: info, valueType: info.kind == "flag" ? nil : types.popFirst())
        }
    }

    /// An option or argument.
    struct Parameter {
        let info: Dump.Parameter
        /// Nil for a flag.
        let valueType: Any.Type?

        /// The allowed values; nil if every text is allowed.
        var allowed: Sentence? {
            if let type = valueType as? any ArgumentValue.Type { return .verbatim(type.allowed) }
            return info.allValues.map { Sentence(FieldSentence.oneOf, ["values": .alternatives($0)]) }
        }
    }

    /// The JSON of `--experimental-dump-help`.
    struct Dump: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let defaultSubcommand: String?
            let subcommands: [Command]?
            let arguments: [Parameter]?

            func subcommand(_ name: String) -> Command? { subcommands?.first { $0.commandName == name } }
        }

        struct Parameter: Decodable {
            /// `option`, `flag` or `positional`.
            let kind: String
            let names: [Name]?
            let valueName: String?
            let shouldDisplay: Bool
            /// `unconditional` if the next argument is the value even if it begins with a hyphen.
            let parsingStrategy: String
            let allValues: [String]?

            var longNames: [String] { (names ?? []).filter { $0.kind == "long" }.map { "--\($0.name)" } }

            /// The option or argument as messages show it, such as `--sheet <sheet>` or `<event>`.
            var synopses: [String] {
                let value = "<\(valueName ?? "")>"
                return kind == "positional" ? [value] : longNames.map { "\($0) \(value)" }
            }
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0._commandName == name }
    }
}

extension ParsableArguments {
    /// The types of the values of all options and arguments, in the order of the properties. The type of an optional or
    /// repeated value is the type of a single value.
    fileprivate static var valueTypes: [Any.Type] {
        Mirror(reflecting: Self()).children.flatMap { child -> [Any.Type] in
            switch child.value {
            case let argument as any ArgumentWithValue: return [singleType(type(of: argument).valueType)]
            case let group as any ArgumentGroup: return type(of: group).groupType.valueTypes
            default: return []
            }
        }
    }

    private static func singleType(_ type: Any.Type) -> Any.Type {
        var type = type
        while let container = type as? any ValueContainer.Type { type = container.contentType }
        return type
    }
}

private protocol ArgumentWithValue {
    static var valueType: Any.Type { get }
}

extension Option: ArgumentWithValue {
    fileprivate static var valueType: Any.Type { Value.self }
}

extension Argument: ArgumentWithValue {
    fileprivate static var valueType: Any.Type { Value.self }
}

/// A property wrapper for the options of another type.
private protocol ArgumentGroup {
    static var groupType: any ParsableArguments.Type { get }
}

extension OptionGroup: ArgumentGroup {
    fileprivate static var groupType: any ParsableArguments.Type { Value.self }
}

/// An optional value, or a list of values.
private protocol ValueContainer {
    static var contentType: Any.Type { get }
}

extension Optional: ValueContainer {
    fileprivate static var contentType: Any.Type { Wrapped.self }
}

extension Array: ValueContainer {
    fileprivate static var contentType: Any.Type { Element.self }
}
