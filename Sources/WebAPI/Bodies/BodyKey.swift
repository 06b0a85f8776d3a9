/// A request body that has the fields of an entity (for example an event), and possibly additional fields.
protocol FieldListing {
    static var fieldNames: [String] { get }
}

struct BodyKey<Body: FieldListing>: CodingKey, CaseIterable, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init(stringLiteral name: String) { stringValue = name }
    init?(intValue: Int) { nil }

    static var allCases: [BodyKey] { Body.fieldNames.map { BodyKey(stringValue: $0) } }
}
