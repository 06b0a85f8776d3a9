import Foundation
import Languages
import Ticketing
import WebHost

/// A form field that edits one field of an entity: an object with declared fields, such as an event or a guest.
struct FieldInput<Entity: FieldEntity>: EditField {
    let declaration: EntityField<Entity>
    /// A prefix for the field's name in forms. With different prefixes, two forms on one page can have the same field.
    var prefix = ""

    /// An entity, and the time zone in which the form shows the times of the entity.
    struct Subject: Sendable {
        var entity: Entity
        /// The zone of the event to which the entity belongs; nil if the entity belongs to no event. An event itself
        /// has its zone in one of its fields.
        let eventZone: TimeZone?

        fileprivate var zone: TimeZone {
            if let eventZone { return eventZone }
            for field in Entity.fields where field.kind == .timeZone {
                if case .text(let name) = field.content(of: entity), let zone = TimeZones.named(name) { return zone }
            }
            return .gmt
        }
    }

    static var all: [FieldInput] { Entity.fields.map { FieldInput(declaration: $0) } }

    /// The inputs for all fields of the entity, with a prefix before their names. Faults of the entity name its fields
    /// without the prefix.
    static func all(prefix: String) -> [FieldInput] {
        Entity.fields.map { FieldInput(declaration: $0, prefix: prefix) }
    }

    /// The inputs for some fields of the entity.
    ///
    /// - Parameter names: the names of the fields, in the order in which the form shows them.
    static func named(_ names: [String]) -> [FieldInput] {
        names.map { name in
            guard let input = all.first(where: { $0.rawValue == name }) else {
                preconditionFailure("\(Entity.self) has no field \(name)")
            }
            return input
        }
    }

    var rawValue: String { prefix + declaration.optionName }

    static func == (a: FieldInput, b: FieldInput) -> Bool { a.rawValue == b.rawValue }
    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    var field: FormField {
        FormField(
            rawValue, declaration.label, input, hint: hint,
            requirement: declaration.isRequired && declaration.kind.isTyped ? .required : .optional)
    }

    /// The field without the mark for required fields.
    var optionalField: FormField { FormField(rawValue, declaration.label, input, hint: hint) }

    private var input: FormField.Input {
        switch declaration.kind {
        case .text(_, .one), .money, .position: .singleLine
        case .text(_, .several), .names, .choices, .list: .text
        case .number: .number
        case .flag: .checkbox
        case .time: .dateTime
        case .timeZone: .suggestions(FieldInput.zones)
        case .email: .email
        case .phone: .phone
        case .choice(let choices): .choice(choices.map { .init($0.value, $0.label) })
        case .numberChoice(let numbers): .choice(none + numbers.map { .init("\($0)", .verbatim("\($0)")) })
        case .syntax(let syntax): syntax.suggestions.isEmpty ? .singleLine : .suggestions(syntax.suggestions)
        }
    }

    /// The choice that leaves the field empty. Nil for a field that must have a value.
    private var none: [FormField.Choice] { declaration.emptyMeaning.map { [.init("", $0)] } ?? [] }

    private static var zones: [String] { (["UTC"] + TimeZone.knownTimeZoneIdentifiers).sorted() }

    private var hint: Sentence? {
        let lines = declaration.kind.isList ? Sentence(DeskFormSentence.onePerLine) : nil
        let empty = declaration.kind.isTyped ? declaration.emptyEffect : nil
        let hints = [
            declaration.hint, lines, empty.map { Sentence(DeskFormSentence.leaveEmpty, ["meaning": .sentence($0)]) },
        ].compactMap(\.self)
        return hints.isEmpty ? nil : .list(hints)
    }

    /// The text of the field. It is empty if the value is a default that is derived from other fields.
    func text(in subject: Subject) -> String {
        let content = declaration.content(of: subject.entity)
        if content == declaration.derivedDefault?(subject.entity) { return "" }
        return text(content, in: subject.zone)
    }

    private func text(_ content: FieldContent, in zone: TimeZone) -> String {
        switch content {
        case .empty: ""
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? FormField.checkedValue : ""
        case .time(let time): FormTime.text(time, in: zone)
        case .money(let money): "\(money)"
        case .position(let position): "\(position)"
        case .names(let names): names.joined(separator: "\n")
        }
    }

    func set(_ text: String, into subject: inout Subject) throws(FieldFault) {
        let zone = subject.zone
        let content = try declaration.kind.content(text) { (text) throws(FieldFault) in
            try FormTime.instant(text, in: zone, field: declaration.optionName)
        }
        guard let content else { throw declaration.fault }
        try declaration.set(content, in: &subject.entity)
    }

    /// Whether the text of the field must be parsed again after the user has changed the fields `others`. A time must
    /// be parsed again if the time zone was changed, because the same text then means another moment. A field whose
    /// default is derived from other fields must be parsed again after every change.
    func needsReparsing(after others: Set<FieldInput>) -> Bool {
        if declaration.derivedDefault != nil { return !others.isEmpty }
        return declaration.kind == .time && others.contains { $0.declaration.kind == .timeZone }
    }

    static func faults(in subject: Subject) -> [FieldFault] { subject.entity.formFaults }
}

extension FieldKind {
    /// Whether people type the value, instead of choosing it or ticking a box.
    fileprivate var isTyped: Bool {
        switch self {
        case .flag, .choice, .numberChoice: false
        case .text, .number, .time, .money, .position, .timeZone, .email, .phone, .names, .choices, .syntax, .list:
            true
        }
    }

    fileprivate var isList: Bool {
        switch self {
        case .names, .choices, .list: true
        default: false
        }
    }
}

extension FieldInput {
    /// A new entity with the values that a user typed. A field that the user left empty has the value that it has in
    /// `blank`, even if the field is required.
    ///
    /// - Parameters:
    ///   - typed: the typed texts by the names of the fields.
    ///   - faults: gets a fault for each text that is not allowed.
    static func newEntity(_ typed: [String: String], _ faults: inout [FieldFault]) -> Entity {
        var subject = Subject(entity: .blank, eventZone: nil)
        for input in all {
            guard let text = typed[input.rawValue], !text.isEmpty else { continue }
            do throws(FieldFault) {
                try input.set(text, into: &subject)
            } catch {
                faults.append(error)
            }
        }
        return subject.entity
    }

    /// Template values for inputs that show the values of an entity.
    ///
    /// - Parameter zone: the time zone of the event to which the entity belongs; nil if it belongs to no event.
    static func context(
        _ inputs: [FieldInput] = all, of entity: Entity, in zone: TimeZone?, faults: [FieldFault] = [],
        notes: [String: Sentence] = [:], locked: Set<String> = []
    ) throws -> [TemplateContext] {
        try context(
            inputs, of: Subject(entity: entity, eventZone: zone), faults: faults, notes: notes, locked: locked)
    }
}

extension FormEdit {
    /// Applies the changes of this form to an entity.
    ///
    /// - Parameter zone: the time zone of the event to which the entity belongs; nil if it belongs to no event.
    /// - Throws: the errors of `apply(to:)`.
    func apply<Entity>(to entity: inout Entity, in zone: TimeZone?) throws where Field == FieldInput<Entity> {
        var subject = FieldInput.Subject(entity: entity, eventZone: zone)
        try apply(to: &subject)
        entity = subject.entity
    }

    /// Template values for the fields, with the values that the user typed.
    ///
    /// - Parameter zone: the time zone of the event to which the entity belongs; nil if it belongs to no event.
    func context<Entity>(
        over entity: Entity, in zone: TimeZone?, faults: [FieldFault] = [], notes: [String: Sentence] = [:],
        locked: Set<String> = []
    ) throws -> [TemplateContext] where Field == FieldInput<Entity> {
        try context(
            over: FieldInput.Subject(entity: entity, eventZone: zone), faults: faults, notes: notes, locked: locked)
    }
}
