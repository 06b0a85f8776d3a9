import Foundation
import Gate
import Languages
import Presentation
import Ticketing

/// The fields that a list or a table does not show separately. Each of these fields is shown with its label,
/// so that no field is missing in the output of a command.
struct OtherFields<Entity: FieldEntity> {
    private let fields: [EntityField<Entity>]
    private let zone: TimeZone

    /// Finds the fields that at least one of the entities has changed from the default.
    ///
    /// - Parameters:
    ///   - shown: the names of the fields that the output shows separately, or leaves out.
    ///   - zone: the time zone in which times are shown.
    init(of entities: [Entity], except shown: Set<String>, in zone: TimeZone) {
        fields = Entity.fields.filter { field in
            !shown.contains(field.name)
                && entities.contains { field.content(of: $0) != field.content(of: Entity.blank) }
        }
        self.zone = zone
    }

    /// The headings of the columns for these fields.
    var headings: [String] { fields.map(Self.name) }

    /// The cells of an entity in the columns for these fields.
    func cells(of entity: Entity) -> [String] { fields.map { text(of: $0, in: entity) ?? "–" } }

    /// A line for each of these fields that has a value: `seating    by number`.
    func lines(of entity: Entity) -> [String] {
        texts(of: entity).map { LabelledLine.text($0.name, $0.text) }
    }

    /// A part of a line for each of these fields that has a value: `seating by number`.
    func phrases(of entity: Entity) -> [String] { texts(of: entity).map { "\($0.name) \($0.text)" } }

    private func texts(of entity: Entity) -> [(name: String, text: String)] {
        fields.compactMap { field in
            text(of: field, in: entity).map { (name: Self.name(field), text: $0) }
        }
    }

    private static func name(_ field: EntityField<Entity>) -> String { field.label.english.lowercased() }

    private func text(of field: EntityField<Entity>, in entity: Entity) -> String? {
        switch field.content(of: entity) {
        case .empty: nil
        case .text(let string): string
        case .number(let number): "\(number)"
        case .flag(let flag): flag ? "yes" : "no"
        case .time(let instant): VerdictSentences(timeZone: zone).moment(instant)
        case .money(let money): "\(money)"
        case .position(let position): "\(position)"
        case .names(let names): names.joined(separator: ", ")
        }
    }
}
