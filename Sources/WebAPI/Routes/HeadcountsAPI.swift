import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var headcountsAPI: [Route] {
        [
            API.get("/events/:event/reports/headcount", .readReports, at: .figures) { call in
                let event = try call.event(among: .any)
                return HeadcountJSON(event: event, numbers: try call.services.headcounts.numbers(of: event)).json
            },
            API.list("/events/:event/headcounts", .readReports) { call in
                let event = try call.event(among: .any)
                return try call.services.headcounts.versions(of: event).map {
                    ("\($0.number)", HeadcountVersionJSON.json($0, of: event))
                }
            },
            API.action("/events/:event/headcounts", .manageEvents, HeadcountBody.self, .created) { call, body in
                let event = try call.event()
                return HeadcountJSON(
                    event: event, frozen: try call.services.headcounts.freeze(of: event, note: body.note)
                ).json
            },
            API.get("/events/:event/headcounts/:version", .readReports) { call in
                let event = try call.event(among: .any)
                let text = call.pathParameter("version")
                guard let number = Int(text), "\(number)" == text else { throw Problem(.notFound) }
                return HeadcountJSON(event: event, frozen: try call.services.headcounts.version(number, of: event)).json
            },
        ]
    }
}

private struct HeadcountBody: JSONBody, Sendable {
    let note: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case note }
}
