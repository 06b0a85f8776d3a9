import Languages

/// A companion whom a guest has described. A guest can also announce companions without describing them.
///
/// The companions of a guest are numbered from 1. Their numbers are at most `GuestDetails.companions`, the number of
/// companions that the guest may bring. The descriptions do not depend on the guest's answers.
public struct Companion: Hashable, Sendable {
    /// The number of the companion among the guest's companions, 1…15.
    public let number: Int
    public var name: String?
    public var isChild: Bool
    public var meal: String?
    public var allergy: String?

    public init(
        number: Int, name: String? = nil, isChild: Bool = false, meal: String? = nil, allergy: String? = nil
    ) {
        self.number = number
        self.name = name
        self.isChild = isChild
        self.meal = meal
        self.allergy = allergy
    }

    /// The name of a field of this companion in forms and faults: `companion-2-name`.
    public func fieldName(_ field: EntityField<Companion>) -> String { "companion-\(number)-\(field.optionName)" }

    /// The name of a field of this companion in audit records: `companion 2 meal`.
    public func auditName(_ field: EntityField<Companion>) -> String { "companion \(number) \(field.name)" }

    /// A copy of this companion with another number.
    public func numbered(_ number: Int) -> Companion {
        Companion(number: number, name: name, isChild: isChild, meal: meal, allergy: allergy)
    }

    /// Whether nothing is known about the companion. Such a companion is not stored.
    public var isBlank: Bool { self == Companion(number: number) }
}

extension Companion: FieldEntity {
    public static let fields: [EntityField<Companion>] = [
        EntityField("name", .name, \.name, .text(), traits: [.publicLabel(.companionName)]),
        EntityField("child", .child, \.isChild, .flag, columns: ["is_child"]),
        EntityField("meal", .meal, \.meal, .text(), traits: [.publicLabel(.meal)]),
        EntityField("allergy", .allergy, \.allergy, .text(), traits: [.publicLabel(.allergies)]),
    ]

    public static let visibleTo: Role.Right = .seeGuestDetails
    public static let requiredFields: [String] = []
    public static let blank = Companion(number: 1)
}
