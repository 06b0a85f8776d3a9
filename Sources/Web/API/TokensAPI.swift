import Management
import Presenting
import Ticketing

extension Routes {
    /// What programs act with: looked at and ended, and never made by one.
    static var tokensAPI: [Route] {
        [
            API.list("/organizers/:organizer/tokens", .readReports) { call in
                try call.office.apiTokens(of: call.organizer()).map {
                    ("\($0.id)", APITokenView(token: $0, now: call.now).json)
                }
            },
            API.act("/organizers/:organizer/tokens/:token/revoke", .manageEvents) { call in
                let organizer = try call.organizer()
                guard let token = APITokenID(call.part("token")) else { throw Problem(.notFound) }
                try call.office.revokeAPIToken(token, of: organizer)
                return .object([("id", .string("\(token)")), ("revoked", .bool(true))])
            },
        ]
    }
}
