import Mustache

/// What a template may know: texts, which it escapes, and whether and how often something is there.
struct Facts: MustacheParent, Sendable {
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

    func child(named name: String) -> Any? {
        switch facts[name] {
        case .text(let text): text
        case .list(let list): list
        case .one(let facts): facts
        case nil: nil
        }
    }
}
