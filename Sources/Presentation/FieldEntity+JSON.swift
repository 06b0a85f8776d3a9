package import Foundation
package import Ticketing

extension FieldEntity {
    /// All fields as members of a JSON object.
    ///
    /// - Parameter zone: the time zone in which times are written.
    package func jsonMembers(in zone: TimeZone) -> [(String, JSON)] {
        Self.fields.map { field in (field.name, field.content(of: self).json(in: zone, of: field.kind)) }
    }
}

extension FieldContent {
    fileprivate func json(in zone: TimeZone, of kind: FieldKind) -> JSON {
        switch self {
        case .empty: kind.isEmptyList ? .array([]) : .null
        case .text(let text): .string(text)
        case .number(let number): .int(number)
        case .flag(let flag): .bool(flag)
        case .time(let time): .string(time.iso8601(in: zone))
        case .money(let money): .string("\(money)")
        case .position(let position): .string("\(position)")
        case .names(let names): .array(names.map { .string($0) })
        }
    }
}

extension FieldKind {
    /// Whether an empty field of this kind is an empty list.
    fileprivate var isEmptyList: Bool {
        switch self {
        case .names, .list: true
        default: false
        }
    }
}
