import Foundation
import Management
import Store
import TicketToken
import Ticketing

/// Runs `eventpass serve` on a data folder, and signs the owner in.
struct ServeStage {
    let server: RunningServer
    private let event: Event
    /// Header lines that identify the owner.
    private let owner: String

    /// - Parameter data: the path of the data folder that contains `store`.
    init(_ program: String, data: String, _ store: Store, _ event: Event) throws {
        self.event = event
        server = try RunningServer(program, ["serve", "--listen", "127.0.0.1:0", "--data", data])
        let services = try ManagementServices.signIn(to: store, clock: Stage.now)
        guard let address = ClientAddress("127.0.0.1"),
            let session = try Authenticator(to: store, clock: Stage.now)
                .startSession(by: try services.users.createSignInLink(), from: Authenticator.Client(address))
        else { throw Trouble("the owner's sign-in failed") }
        let cookie = "Cookie: __Host-session=\(session.encoded)\r\n"
        let page = try server.connection().ask(.init("GET", "/desk/account", fields: cookie))
        guard let code = page.firstMatch(of: /name="antiforgery" value="([0-9a-f]+)"/)?.1 else {
            throw Trouble("no form in \(page.prefix(300))")
        }
        owner = "\(cookie)X-Antiforgery: \(code)\r\n"
    }

    func scan(_ token: String, at gate: String = "North") -> HTTPConnection.Request {
        let body = #"{"request":"\#(token)","text":"\#(token)","gate":"\#(gate)"}"#
        return .init(
            "POST", "/gate/\(event.slug)/scan", fields: owner, type: "application/json", body: Array(body.utf8))
    }

    func frame(_ picture: CameraPicture, request: String) -> HTTPConnection.Request {
        let query = "width=\(picture.width)&height=\(picture.height)&request=\(request)&gate=North"
        return .init(
            "POST", "/gate/\(event.slug)/frame?\(query)", fields: owner, type: "application/octet-stream",
            body: picture.luminance)
    }

    var dashboard: HTTPConnection.Request { .init("GET", "/desk/e/\(event.slug)", fields: owner) }
}
