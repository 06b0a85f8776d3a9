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
            API.act(
                "/events/:event/guests/import", .manageEvents, GuestListBody.self, limit: ListBody.limit, at: .lists
            ) {
                call, body in
                let event = try call.event()
                let options = try body.options()
                return try call.importing {
                    GuestImportView(event: event, isDryRun: body.isDryRun).json(
                        try call.office.importGuests(try body.list.file(), options, into: event))
                }
            },
            API.get("/events/:event/guests/:guest", .read) { call in
                let event = try call.event()
                return try call.view(of: event).json(try call.office.guest(named: call.guest(), of: event))
            },
        ]
    }
}

extension APICall {
    /// The number of a guest: names belong into no address.
    ///
    /// - Throws: `CelebrationError.unknownGuest` for anything else.
    func guest() throws -> String {
        let text = part("guest")
        guard Int(text).map({ "\($0)" }) == text else { throw CelebrationError.unknownGuest(text) }
        return text
    }

    func view(of event: Event) throws -> GuestView {
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

/// A guest list, and how it is imported.
private struct GuestListBody: JSONBody, Sendable {
    let list: ListBody
    private let map: [String: String]
    private let faultyRows: String?
    /// How many answers may go with invitations that are taken back.
    private let answersLost: Int?
    let isDryRun: Bool

    enum CodingKeys: String, CodingKey, CaseIterable {
        case rows, csv, map
        case faultyRows = "faulty_rows"
        case answersLost = "answers_lost"
        case dryRun = "dry_run"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        list = try ListBody(from: decoder)
        map = try fields.decodeIfPresent([String: String].self, forKey: .map) ?? [:]
        faultyRows = try fields.decodeIfPresent(String.self, forKey: .faultyRows)
        answersLost = try fields.decodeIfPresent(Int.self, forKey: .answersLost)
        isDryRun = try fields.decodeIfPresent(Bool.self, forKey: .dryRun) ?? false
    }

    /// - Throws: `ManagementError.invalid`.
    func options() throws -> GuestImportOptions {
        var options = GuestImportOptions(
            map: map.sorted { $0.key < $1.key }.map { (meaning: $0.key, heading: $0.value) },
            effect: isDryRun ? .tryOnly : .write)
        switch faultyRows {
        case nil, "refuse": break
        case "skip": options.faultyRows = .skip
        default: throw ManagementError.invalid([FieldFault("faulty_rows", "refuse or skip")])
        }
        if let answersLost, answersLost > 0 { options.answers = .giveUp(atMost: answersLost) }
        return options
    }
}
