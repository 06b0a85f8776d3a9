import Languages
import Management
import Ticketing
import WebHost

/// The fields of an entity (for example an event) in a request. A field that is absent from the request stays
/// unchanged. The value null clears a field.
struct FieldsBody<Entity: FieldEntity>: JSONBody, FieldListing, Sendable {
    private let contents: [(field: EntityField<Entity>, input: Input)]

    /// The names of the fields in the request.
    var given: Set<String> { Set(contents.map(\.field.name)) }

    typealias CodingKeys = BodyKey<FieldsBody>

    static var fieldNames: [String] { Entity.fields.map(\.name) }

    /// The value of a field in the request. If the value is a text, `apply(to:)` parses the text later.
    private enum Input: Sendable {
        case content(FieldContent)
        case text(String)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        contents = try Entity.fields.compactMap { field -> (field: EntityField<Entity>, input: Input)? in
            let name = CodingKeys(stringValue: field.name)
            guard container.contains(name) else { return nil }
            return (field, try FieldsBody.input(container, name, field.kind))
        }
    }

    private static func input(
        _ container: KeyedDecodingContainer<CodingKeys>, _ name: CodingKeys, _ kind: FieldKind
    ) throws -> Input {
        if try container.decodeNil(forKey: name) { return .content(.empty) }
        return switch kind {
        case .number, .numberChoice: .content(.number(try container.decode(Int.self, forKey: name)))
        case .flag: .content(.flag(try container.decode(Bool.self, forKey: name)))
        case .names, .choices, .list: .content(.names(try container.decode([String].self, forKey: name)))
        case .text, .time, .money, .position, .timeZone, .email, .phone, .choice, .syntax:
            .text(try container.decode(String.self, forKey: name))
        }
    }

    /// Copies the fields into `entity`. Texts are parsed here. The resulting values are checked later, when the entity
    /// is saved.
    ///
    /// - Throws: `ManagementError.invalid` with every field that cannot be parsed.
    func apply(to entity: inout Entity) throws {
        var faults = FieldFaults()
        for (field, input) in contents {
            do throws(FieldFault) {
                try field.set(try FieldsBody.content(input, field), in: &entity)
            } catch {
                faults.add([error])
            }
        }
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }

    private static func content(_ input: Input, _ field: EntityField<Entity>) throws(FieldFault) -> FieldContent {
        switch input {
        case .content(.empty) where field.isRequired: throw FieldFault(field.optionName, FaultSentence.neverNull)
        case .content(let content): return content
        case .text(let text):
            switch field.kind {
            // In these fields, an empty text does not clear the field. Only null clears it.
            case .text, .email, .phone: return .text(text)
            default: break
            }
            guard !text.isEmpty, let content = field.kind.content(text, time: { Instant(internet: $0) }) else {
                throw field.kind == .time ? FieldFault(field.optionName, FaultSentence.timeWithOffset) : field.fault
            }
            return content
        }
    }
}

struct NewEntityBody<Entity: FieldEntity>: JSONBody, Sendable {
    private let fields: FieldsBody<Entity>

    typealias CodingKeys = FieldsBody<Entity>.CodingKeys

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for name in Entity.requiredFields.map({ CodingKeys(stringValue: $0) }) where !container.contains(name) {
            throw DecodingError.keyNotFound(name, .init(codingPath: [], debugDescription: ""))
        }
        fields = try FieldsBody(from: decoder)
    }

    /// Makes the new entity. Fields that are absent from the request have their defaults.
    ///
    /// - Throws: the errors of `FieldsBody.apply`.
    func entity() throws -> Entity {
        var entity = Entity.blank
        try fields.apply(to: &entity)
        entity.setDerivedDefaults(except: fields.given)
        return entity
    }
}
