import Ticketing
import WebHost

/// The fields of a new event, its organizer and its signature suite.
struct NewEventBody: JSONBody, Sendable {
    /// The organizer's slug (its short name in URLs) or number.
    let organizer: String
    let suite: String?
    let details: NewEntityBody<EventDetails>

    struct CodingKeys: CodingKey, CaseIterable {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }

        static let organizer = CodingKeys(stringValue: "organizer")
        static let suite = CodingKeys(stringValue: "suite")
        static var allCases: [CodingKeys] {
            [organizer, suite] + EventDetails.fields.map { CodingKeys(stringValue: $0.name) }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        organizer = try container.decode(String.self, forKey: .organizer)
        suite = try container.decodeIfPresent(String.self, forKey: .suite)
        details = try NewEntityBody(from: decoder)
    }
}
