/// A request body that has the fields of an entity, and possibly additional fields.
protocol FieldListing {
    /// The names of all fields that the body may have.
    static var fieldNames: [String] { get }
}

/// The name of a field in the JSON of a body.
struct BodyKey<Body: FieldListing>: CodingKey, CaseIterable, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral name: String) { stringValue = name }
    init?(intValue: Int) { nil }

    static var allCases: [BodyKey] { Body.fieldNames.map { BodyKey(stringValue: $0) } }
}
