import Ticketing
import WebHost

struct NewEventBody: JSONBody, FieldListing, Sendable {
    /// The organizer's slug (its short name in URLs) or number.
    let organizer: String
    let suite: String?
    let details: NewEntityBody<EventDetails>

    typealias CodingKeys = BodyKey<NewEventBody>

    static let fieldNames = ["organizer", "suite"] + EventDetails.fields.map(\.name)

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        organizer = try container.decode(String.self, forKey: "organizer")
        suite = try container.decodeIfPresent(String.self, forKey: "suite")
        details = try NewEntityBody(from: decoder)
    }
}
