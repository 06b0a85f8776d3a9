public import Languages

/// An entity whose fields people enter, such as an event or a ticket type.
public protocol FieldEntity: Sendable {
    /// All fields, in the order in which forms show them. A field that is needed to parse the text of another field
    /// comes first. For example, the time zone comes before the times.
    static var fields: [EntityField<Self>] { get }

    /// The names of the fields that a new entity needs. All other fields have a default.
    static var requiredFields: [String] { get }

    /// An entity in which each field has its default. The fields in `requiredFields` have placeholders.
    static var blank: Self { get }

    /// The right that a member needs to see the entity. The same right is needed to see each field that names no right
    /// of its own.
    static var visibleTo: Role.Right { get }

    /// The faults that a form finds without the store. A name that is already used, for example, is not among these
    /// faults.
    var formFaults: [FieldFault] { get }

    /// Sets a field to a stored text that an older version accepted, but that is not allowed now. Returns false,
    /// without a change, if the field has had the same rules in all versions.
    mutating func setOldText(_ text: String, of field: String) -> Bool
}

extension FieldEntity {
    public static var visibleTo: Role.Right { .lookUp }

    public var formFaults: [FieldFault] { [] }

    public mutating func setOldText(_ text: String, of field: String) -> Bool { false }
}

/// A field of an entity, such as the capacity of an event.
///
/// An entity declares each field once, in its list `fields`. JSON, the fields of forms, audit records, database columns
/// and gate packs are derived from this list.
public struct EntityField<Entity: Sendable>: Sendable {
    /// The name in JSON and audit records: `minimum_age`.
    public let name: String
    /// The label in forms: `Minimum age`.
    public let label: Sentence
    public let kind: FieldKind
    /// Explains the value to the person who enters it; nil if the label and the kind are enough.
    public private(set) var hint: Sentence?
    /// The label on the page of an invitation, in the languages of visitors; nil for fields that guests do not enter
    /// there.
    public private(set) var publicLabel: Sentence?
    /// The effect of an empty field, such as `no limit`; nil if the field must have a value.
    public let emptyMeaning: Sentence?
    /// The names of the field's database columns: two for money and positions, one for all other kinds.
    public let columns: [String]
    /// Whether gates need the field. Gate packs contain only the fields that gates need.
    public private(set) var isInGatePacks = true
    /// The right that a member needs to see the field; nil for the right to see the entity.
    fileprivate private(set) var ownVisibility: Role.Right?
    /// Whether the field is the end of a period, such as a deadline. A date alone then means 23:59 on that day, and not
    /// 00:00.
    public private(set) var isEnd = false
    /// Computes the default of the field from other fields of the entity; nil if the field has no such default.
    public let derivedDefault: (@Sendable (Entity) -> FieldContent)?
    private let read: @Sendable (Entity) -> FieldContent
    private let write: @Sendable (FieldContent, inout Entity) -> Bool

    /// The name of the field's command-line option, which is also the name of the field in forms: `minimum-age`.
    public var optionName: String { name.replacing("_", with: "-") }

    public var isRequired: Bool { emptyMeaning == nil }

    /// The effect of an empty field; nil if the field must have a value, or if leaving it empty has no special effect.
    public var emptyEffect: Sentence? { emptyMeaning == Sentence(FieldSentence.none) ? nil : emptyMeaning }

    public func content(of entity: Entity) -> FieldContent { read(entity) }

    /// Sets this field of an entity to the given content.
    ///
    /// - Throws: `FieldFault` with the allowed values if the content is not allowed.
    public func set(_ content: FieldContent, in entity: inout Entity) throws(FieldFault) {
        guard write(content, &entity) else {
            if content == .empty, case .text = kind { throw FieldFault(optionName, TextFault.missing.sentence) }
            throw fault
        }
    }

    /// The fault of a value that is not allowed.
    public var fault: FieldFault { FieldFault(optionName, kind.allowed) }
}

/// An additional property of an optional field: a field that may be empty.
package enum FieldTrait: Sendable {
    /// Gates need the field. Gate packs leave out the fields without this trait.
    case inGatePacks
    /// The field is the end of a period.
    case endOfPeriod
    /// Only members with this right see the field.
    case visible(to: Role.Right)
    /// Guests enter the text of the field on the page of their invitation. The associated value is its label.
    case publicLabel(PublicSentence)
}

extension EntityField {
    /// A field that always has a value.
    ///
    /// - Parameters:
    ///   - columns: the names of the field's database columns; empty for one column with the name of the field.
    ///   - fallback: the value of an empty field; nil if the field must not be empty.
    ///   - visibleTo: the right that a member needs to see the field; nil for the right to see the entity.
    package init<Value>(
        _ name: String, _ label: FieldSentence, _ path: WritableKeyPath<Entity, Value> & Sendable,
        _ format: FieldFormat<Value>, fallback: (value: Value, meaning: Sentence)? = nil, hint: Sentence? = nil,
        columns: [String] = [], visibleTo: Role.Right? = nil
    ) {
        self.init(name, label, format.kind, emptyMeaning: fallback?.meaning, columns: columns) {
            format.content($0[keyPath: path])
        } write: { content, entity in
            guard let value = content == .empty ? fallback?.value ?? format.value(content) : format.value(content)
            else { return false }
            entity[keyPath: path] = value
            return true
        }
        self.hint = hint
        ownVisibility = visibleTo
    }

    /// A field that may be empty.
    ///
    /// - Parameter meaning: the effect of an empty field, such as `no limit`.
    package init<Value>(
        _ name: String, _ label: FieldSentence, _ path: WritableKeyPath<Entity, Value?> & Sendable,
        _ format: FieldFormat<Value>, empty meaning: FieldSentence = .none, hint: Sentence? = nil,
        columns: [String] = [], traits: [FieldTrait] = []
    ) {
        self.init(name, label, format.kind, emptyMeaning: Sentence(meaning), columns: columns) {
            $0[keyPath: path].map(format.content) ?? .empty
        } write: { content, entity in
            if content == .empty {
                entity[keyPath: path] = nil
                return true
            }
            guard let value = format.value(content) else { return false }
            entity[keyPath: path] = value
            return true
        }
        self.hint = hint
        isInGatePacks = false
        for trait in traits {
            switch trait {
            case .inGatePacks: isInGatePacks = true
            case .endOfPeriod: isEnd = true
            case .visible(let right): ownVisibility = right
            case .publicLabel(let label): publicLabel = Sentence(label)
            }
        }
    }

    /// A field whose value is not a single property of the entity.
    package init(
        _ name: String, _ label: FieldSentence, _ kind: FieldKind, emptyMeaning: Sentence? = nil,
        columns: [String] = [],
        derivedDefault: (@Sendable (Entity) -> FieldContent)? = nil,
        read: @escaping @Sendable (Entity) -> FieldContent,
        write: @escaping @Sendable (FieldContent, inout Entity) -> Bool
    ) {
        self.name = name
        self.label = Sentence(label)
        self.kind = kind
        self.emptyMeaning = emptyMeaning
        self.columns = columns.isEmpty ? [name] : columns
        self.derivedDefault = derivedDefault
        self.read = read
        self.write = write
    }
}

extension FieldEntity {
    /// Gives fields of a new entity the defaults that are derived from its other fields.
    ///
    /// - Parameter given: the names of the fields that a person has filled in. These fields are left unchanged.
    public mutating func setDerivedDefaults(except given: Set<String>) {
        for field in Self.fields where !given.contains(field.name) { field.setDerivedDefault(in: &self) }
    }

    /// A fault for each field whose value is outside the limits of its kind.
    public var limitFaults: [FieldFault] { Self.fields.compactMap { $0.limitFault(in: self) } }

    /// A fault for each time outside `Instant.eventRange`.
    public var timeFaults: [FieldFault] {
        Self.fields.filter { $0.kind == .time }.compactMap { $0.limitFault(in: self) }
    }
}

extension EntityField {
    /// This field, changed so that gate packs leave it out. Optional fields (`Value?`) do not need this: gate packs
    /// leave them out unless they have the trait `inGatePacks`.
    var outsideGatePacks: EntityField {
        var field = self
        field.isInGatePacks = false
        return field
    }
}

extension EntityField where Entity: FieldEntity {
    /// The right that a member needs to see the field.
    public var visibleTo: Role.Right { ownVisibility ?? Entity.visibleTo }
}

extension FieldEntity {
    /// A copy in which the fields that a reader with these rights may not see are empty. Required fields keep their
    /// values, because they cannot be empty.
    public func visible(with rights: Set<Role.Right>) -> Self {
        var copy = self
        for field in Self.fields where !rights.contains(field.visibleTo) { field.clear(in: &copy) }
        return copy
    }

    /// The field with this name; nil if the list has no such field.
    public static func field(_ name: String) -> EntityField<Self>? { fields.first { $0.name == name } }

    /// Whether a reader with these rights may see a field.
    ///
    /// - Parameter name: the name of a field of this list.
    public static func shows(_ name: String, with rights: Set<Role.Right>) -> Bool {
        field(name).map { rights.contains($0.visibleTo) } ?? false
    }

    /// The fields that a reader with these rights may not see, by all names that audit records can use for them: the
    /// names of the fields and of their columns.
    static func hiddenNames(with rights: Set<Role.Right>) -> Set<String> {
        Set(fields.filter { !rights.contains($0.visibleTo) }.flatMap { [$0.name] + $0.columns })
    }
}

extension EntityField {
    fileprivate func clear(in entity: inout Entity) { if !isRequired { _ = write(.empty, &entity) } }

    fileprivate func setDerivedDefault(in entity: inout Entity) {
        if let content = derivedDefault?(entity) { _ = write(content, &entity) }
    }

    fileprivate func limitFault(in entity: Entity) -> FieldFault? {
        kind.limitFault(of: content(of: entity)).map { FieldFault(optionName, $0) }
    }
}
