import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// Finds the city that is nearest to a visitor. The visitor’s position comes in the body of a request. The server
/// neither stores nor logs the position.
///
/// `scripts/discover.js` asks the browser for the position, and rounds it to a tenth of a degree before sending it.
struct NearPage: Sendable {
    static let bodyLimit = BodyLimit(bytes: 1024, time: nil)

    let site: PublicSite

    /// Responds with `{"city": …, "path": …}`: the city, and the path of the list of its events. Both are null if no
    /// city with a public event is within 100 km.
    ///
    /// - Throws: `Problem` 400 for a malformed body, 413 for a body of more than 1 KiB, 429 for too many requests.
    func city(_ request: PageRequest) async throws -> RouteResponse {
        try site.consumeDiscovery(request)
        let body = try await request.json(Body.self)
        guard let position = Coordinates(body.position) else {
            throw Problem(.badRequest, .wrongType, ["field": "position"])
        }
        let candidates = try await site.candidates()
        let city = candidates.city(nearestTo: position, within: Storefront.cityRadius)
        let path = city.map { "/events?near=\(FormFields.encode($0))" }
        return .json(.object([("city", .optional(city)), ("path", .optional(path))]))
    }

    private struct Body: JSONBody {
        let position: String

        enum CodingKeys: String, CodingKey, CaseIterable { case position }
    }
}
