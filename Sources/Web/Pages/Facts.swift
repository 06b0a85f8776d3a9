import Mustache

/// What a template may know: texts, which reach it as `HTMLText`, and whether and how often something is there.
struct Facts: MustacheParent, CustomStringConvertible, Sendable {
    enum Fact: Sendable {
        case text(String)
        case list([Facts])
        /// Something that is there, with facts of its own.
        case one(Facts)
    }

    private let facts: [String: Fact]

    init(_ facts: [String: Fact]) { self.facts = facts }

    /// With more facts; those of the same name are replaced.
    func adding(_ more: [String: Fact]) -> Facts { Facts(facts.merging(more) { $1 }) }

    /// The fields that the template `field` marks as wrong, by their ids.
    var faults: [(id: String, label: String, fault: String)] {
        if case .text(let fault) = facts["field_fault"], case .text(let id) = facts["field_id"],
            case .text(let label) = facts["field_label"]
        {
            return [(id, label, fault)]
        }
        return facts.sorted { $0.key < $1.key }.flatMap { _, fact -> [(id: String, label: String, fault: String)] in
            switch fact {
            case .text: []
            case .list(let list): list.flatMap(\.faults)
            case .one(let one): one.faults
            }
        }
    }

    /// Nothing: a template that renders facts as a text shows none of them.
    var description: String { "" }

    func child(named name: String) -> Any? {
        switch facts[name] {
        case .text(let text): HTMLText(text)
        case .list(let list): list
        case .one(let facts): facts
        case nil: nil
        }
    }
}
