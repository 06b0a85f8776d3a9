import ArgumentParser
import Foundation
import Languages
import Ticketing

/// The options of a command for the fields of an entity, such as a payment. Each property has the name of a field, but
/// in camel case.
protocol FieldOptionList: ParsableArguments {
    associatedtype Entity: FieldEntity
}

/// Options that set the fields of an entity, such as an event.
protocol FieldOptions: FieldOptionList {}

extension FieldOptions {
    /// Sets the fields whose options are given. The word “none” clears an optional field. An empty text clears an
    /// optional text or time.
    ///
    /// - Parameters:
    ///   - zone: the time zone of times without an offset.
    ///   - parser: collects the faults of the values.
    ///   - isNew: whether fields without an option get the defaults that follow from other fields.
    func apply(
        to entity: inout Entity, in zone: (Entity) -> TimeZone, _ parser: inout FieldParser, isNew: Bool = false
    ) {
        let given = values
        // The fields are set in this order, because some fields depend on earlier fields.
        for field in Entity.fields {
            guard let value = given[field.name], let content = parser.content(value, field, zone(entity)) else {
                continue
            }
            do throws(FieldFault) {
                try field.set(content, in: &entity)
            } catch {
                parser.refuse(value, field, error.allowed)
            }
        }
        if isNew { entity.setDerivedDefaults(except: Set(given.keys)) }
    }

    var isEmpty: Bool { values.isEmpty }

    /// The values of the options that are given, by the name of the field.
    private var values: [String: OptionValue] {
        var values: [String: OptionValue] = [:]
        for (label, wrapper) in Mirror(reflecting: self).children {
            guard let label else { continue }
            let name = label.trimmingPrefix("_").snakeCase
            switch wrapper {
            case let option as Option<String>: values[name] = .text(option.wrappedValue)
            case let option as Option<String?>: values[name] = option.wrappedValue.map { .text($0) }
            case let option as Option<[String]>:
                values[name] = option.wrappedValue.isEmpty ? nil : .names(option.wrappedValue)
            case let flag as Flag<Bool?>: values[name] = flag.wrappedValue.map { .flag($0) }
            default: break
            }
        }
        return values
    }

}

extension FieldOptionList {
    static var fieldNames: [String] {
        Mirror(reflecting: Self()).children.compactMap { $0.label.map { $0.trimmingPrefix("_").snakeCase } }
    }
}

private enum OptionValue {
    case text(String)
    case names([String])
    case flag(Bool)

    var quoted: String {
        switch self {
        case .text(let text): "“\(text)”"
        case .names(let names): names.map { "“\($0)”" }.joined(separator: ", ")
        case .flag(let flag): "\(flag)"
        }
    }
}

extension FieldParser {
    fileprivate mutating func refuse<Entity>(_ value: OptionValue, _ field: EntityField<Entity>, _ allowed: Sentence) {
        refuse(
            field.optionName,
            Sentence(
                field.isRequired ? Text.notAllowed : Text.notAllowedOrNone,
                ["value": .text(value.quoted), "allowed": .sentence(allowed)]))
    }

    /// Parses the value of an option as the content of a field. If the value is not allowed, collects the fault and
    /// returns nil.
    fileprivate mutating func content<Entity>(
        _ value: OptionValue, _ field: EntityField<Entity>, _ zone: TimeZone
    ) -> FieldContent? {
        switch value {
        case .flag(let flag): return .flag(flag)
        case .names(let names): return names == ["none"] ? .empty : .names(names)
        case .text(let text):
            if text == "none", !field.isRequired { return .empty }
            if text.isEmpty {
                if field.kind == .time, !field.isRequired { return .empty }
                guard case .text = field.kind else {
                    refuse(value, field, field.kind.allowed)
                    return nil
                }
                // An empty text for a required field is not refused here, because the later check of the whole entity
                // reports it.
                return field.isRequired ? .text("") : .empty
            }
            if field.kind == .time {
                let time: Moment.TimeOfDate = field.isEnd ? .endOfDay : .startOfDay
                return read(Moment(argument: text), field.optionName, in: zone, ofDate: time).map { .time($0) }
            }
            let content = field.kind.content(text, time: { _ in nil })
            guard let content, field.kind.allows(text) else {
                refuse(value, field, field.kind.allowed)
                return nil
            }
            return content
        }
    }
}

extension Option where Value == String? {
    /// Creates an option for the field with this name.
    init<Entity: FieldEntity>(_ name: String, of entity: Entity.Type) {
        let kind = Entity.field(named: name).kind
        self.init(parsing: kind.parsing, help: ArgumentHelp(name, of: entity), completion: kind.completion)
    }
}

extension Option where Value == String {
    /// Creates a required option for the field with this name.
    init<Entity: FieldEntity>(_ name: String, of entity: Entity.Type) {
        let kind = Entity.field(named: name).kind
        self.init(parsing: kind.parsing, help: ArgumentHelp(name, of: entity), completion: kind.completion)
    }
}

extension ArgumentHelp {
    /// The help of an option for a field, in the language of the command line.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - remark: a text that the command appends to the help of the field; nil for no text.
    init<Entity: FieldEntity>(_ name: String, of entity: Entity.Type, adding remark: Sentence? = nil) {
        let help = Entity.field(named: name).help
        self.init([help, remark?.text(in: .ofCommandLine)].compactMap(\.self).joined(separator: " "))
    }

    /// The help of an option that the user repeats for each value of a field.
    init<Entity: FieldEntity>(repeated name: String, of entity: Entity.Type) {
        self.init(FieldHelpText.repeated, ["help": .text(Entity.field(named: name).help)])
    }
}

extension Option where Value == [String] {
    /// Creates an option for the field with this name. The field contains a list of names; the user repeats the option
    /// for each of them.
    init<Entity: FieldEntity>(_ name: String, of entity: Entity.Type, option: String) {
        self.init(
            wrappedValue: [], name: .customLong(option), parsing: .singleValue,
            help: ArgumentHelp(repeated: name, of: entity))
    }
}

extension Flag where Value == Bool? {
    /// Creates a flag for the field with this name. The flag and its opposite cannot be combined.
    init<Entity: FieldEntity>(_ name: String, of entity: Entity.Type) {
        self.init(inversion: .prefixedNo, exclusivity: .exclusive, help: ArgumentHelp(name, of: entity))
    }
}

extension FieldEntity {
    /// The field with this name. The names are literals in the source code, for example `@Option("title", of: …)`, so a
    /// wrong name ends the program.
    fileprivate static func field(named name: String) -> EntityField<Self> {
        guard let field = fields.first(where: { $0.name == name }) else {
            preconditionFailure("\(Self.self) has no field \(name)")
        }
        return field
    }
}

extension FieldKind {
    /// Whether a text is a well-formed e-mail address or phone number. True for fields of other kinds, because parsing
    /// or the later check of the whole entity finds their faults.
    fileprivate func allows(_ text: String) -> Bool {
        switch self {
        case .email: EmailAddress(rawValue: text) != nil
        case .phone: PhoneNumber(rawValue: text) != nil
        default: true
        }
    }

    /// The words that the shell completes; nil if there are too many values to list them.
    fileprivate var completion: CompletionKind? {
        switch self {
        case .choice(let choices): .list(choices.map(\.value))
        case .numberChoice(let numbers): .list(numbers.map(String.init))
        default: nil
        }
    }

    /// How the option's value is read. A number can begin with a minus sign. For other fields, an argument that begins
    /// with a hyphen is read as the next option.
    fileprivate var parsing: SingleValueParsingStrategy {
        switch self {
        case .number, .money, .position: .unconditional
        case .text, .flag, .time, .timeZone, .email, .phone, .names, .choice, .choices, .numberChoice, .syntax, .list:
            .next
        }
    }
}

enum FieldHelpText: String, SentenceKey {
    static let subject = "fieldHelp"

    case label = "{label}."
    case oneOf = "One of {values}."
    case time = "Such as 2030-01-01T17:00. Without an offset, the time is in the event's time zone."
    case endOfDate = "A date alone means 23:59 on that day."
    case none = "(none: {effect})"
    case repeated = "{help} Repeat for more."
}

extension EntityField {
    /// The help of an option, in the language of the command line: label, hint, allowed values, the time that a
    /// date without a time means, and the effect of the value “none”.
    fileprivate var help: String {
        let values: Sentence? =
            switch kind {
            case .choice, .choices, .numberChoice: Sentence(FieldHelpText.oneOf, ["values": .sentence(kind.allowed)])
            case .time: Sentence(FieldHelpText.time)
            case .text, .number, .flag, .money, .position, .timeZone, .email, .phone, .names, .syntax, .list: nil
            }
        let parts: [Sentence?] = [
            Sentence(FieldHelpText.label, ["label": .sentence(label)]), hint, values,
            isEnd ? Sentence(FieldHelpText.endOfDate) : nil,
            emptyEffect.map { Sentence(FieldHelpText.none, ["effect": .sentence($0)]) },
        ]
        return Sentence.list(parts.compactMap(\.self)).text(in: .ofCommandLine)
    }
}

extension StringProtocol {
    /// Converts a name from camel case to snake case: `minimumAge` becomes `minimum_age`.
    fileprivate var snakeCase: String {
        reduce(into: "") { name, character in
            if character.isUppercase { name.append("_") }
            name.append(contentsOf: character.lowercased())
        }
    }
}
