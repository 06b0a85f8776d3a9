import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    /// Routes for API tokens. A client of the API can list and revoke API tokens, but cannot create API tokens.
    static var tokensAPI: [Route] {
        [
            API.list("/organizers/:organizer/tokens", .readReports) { call in
                try call.services.apiTokens.apiTokens(of: call.organizer()).map {
                    ("\($0.id)", APITokenJSON(token: $0, now: call.now).json)
                }
            },
            API.action("/organizers/:organizer/tokens/:token/revoke", .manageEvents) { call in
                let organizer = try call.organizer()
                guard let token = APITokenID(call.pathParameter("token")) else { throw Problem(.notFound) }
                try call.services.apiTokens.revokeAPIToken(token, of: organizer)
                return .object([("id", .string("\(token)")), ("revoked", .bool(true))])
            },
        ]
    }
}
