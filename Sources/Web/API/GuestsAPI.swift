import Management
import Presenting
import Ticketing

extension Routes {
    static var guestsAPI: [Route] {
        [
            API.list("/events/:event/guests", .read) { call, last, limit in
                try call.guests(named: nil, after: last, limit: limit)
            },
            API.search("/events/:event/guests/search", .read, TextBody.self) { call, body, last, limit in
                try call.guests(named: body.text, after: last, limit: limit)
            },
            API.get("/events/:event/guests/:guest", .read) { call in
                let event = try call.event()
                return try call.view(of: event).json(try call.office.guest(named: call.guest(), of: event))
            },
            API.act("/events/:event/guests/:guest/answers", .manageEvents, AnswerBody.self) { call, body in
                let event = try call.event()
                let functions = try call.office.functions(of: event)
                guard let function = functions.first(where: { $0.number == body.function }) else {
                    throw CelebrationError.unknownFunction("\(body.function)", known: functions.map(\.name))
                }
                let guest = try call.office.answer(body.said(), ofGuest: call.guest(), to: function, of: event)
                return try call.view(of: event).json(guest)
            },
        ]
    }
}

extension APICall {
    /// The number of a guest: names belong into no address.
    ///
    /// - Throws: `CelebrationError.unknownGuest` for anything else.
    fileprivate func guest() throws -> String {
        let text = part("guest")
        guard Int(text).map({ "\($0)" }) == text else { throw CelebrationError.unknownGuest(text) }
        return text
    }

    fileprivate func view(of event: Event) throws -> GuestView {
        GuestView(functions: try office.functions(of: event), zone: event.zone)
    }

    fileprivate func guests(
        named name: String?, after last: String?, limit: Int
    ) throws -> [(key: String, json: JSON)] {
        let event = try event()
        let view = try view(of: event)
        return try office.guests(of: event, named: name, after: last.flatMap { Int($0) }, limit: limit).map {
            ("\($0.guest.number)", view.json($0))
        }
    }
}

private struct AnswerBody: JSONBody, Sendable {
    let function: Int
    let answer: String
    let companions: Int?

    enum CodingKeys: String, CodingKey, CaseIterable { case function, answer, companions }

    /// - Throws: `ManagementError.invalid`.
    func said() throws -> Ticketing.Answer {
        switch (answer, companions) {
        case ("attending", let companions): .attending(companions: companions ?? 0)
        case ("declined", nil): .declined
        case ("none", nil): .none
        default:
            throw ManagementError.invalid([
                FieldFault("answer", "attending, with companions or without; declined; none")
            ])
        }
    }
}
