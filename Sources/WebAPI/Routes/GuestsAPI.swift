import Languages
import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var guestsAPI: [Route] {
        [
            API.list("/events/:event/guests", .read) { call, last, limit in
                try call.guests(named: nil, after: last, limit: limit)
            },
            API.search("/events/:event/guests/search", .read, SearchTextBody.self) { call, body, last, limit in
                try call.guests(named: body.text, after: last, limit: limit)
            },
            API.action(
                "/events/:event/guests/import", .manageEvents, GuestImportBody.self, limit: ListUploadBody.limit,
                at: .lists
            ) {
                call, body in
                let event = try call.event()
                let options = try body.options()
                return try call.reportingRowFaults {
                    GuestImportJSON(event: event, isDryRun: body.isDryRun).json(
                        try call.services.guests.importGuests(try body.list.file(), options, into: event))
                }
            },
            API.get("/events/:event/guests/:guest", .read) { call in
                let event = try call.event()
                return try call.view(of: event).json(try call.services.guests.guest(named: call.guest(), of: event))
            },
            API.action("/events/:event/guests/:guest", .manageEvents, GuestChangeBody.self, method: .patch) {
                call, body in
                let event = try call.event()
                let guest = try call.services.guests.guest(named: call.guest(), of: event).guest
                return try call.view(of: event).json(
                    try call.services.guests.editAnswers(ofGuest: guest.number, of: event) { try body.apply(to: &$0) })
            },
        ]
    }
}

extension APIRequest {
    /// The number of the guest in the path. The path contains the number instead of the name, because names must not
    /// appear in URLs.
    ///
    /// - Throws: `GuestError.unknownGuest` if the path contains no number of a guest.
    func guest() throws -> String {
        let text = pathParameter("guest")
        guard Int(text).map({ "\($0)" }) == text else { throw GuestError.unknownGuest(text) }
        return text
    }

    func view(of event: Event) throws -> GuestJSON {
        GuestJSON(subEvents: try services.subEvents.subEvents(of: event), zone: event.zone)
    }

    fileprivate func guests(
        named name: String?, after last: String?, limit: Int
    ) throws -> [(key: String, json: JSON)] {
        let event = try event()
        let view = try view(of: event)
        return try services.guests.guests(of: event, named: name, after: last.flatMap { Int($0) }, limit: limit).map {
            ("\($0.guest.number)", view.json($0))
        }
    }
}

/// A change of a guest's meal, allergies and companions. A field that is absent from the request stays unchanged. The
/// value null clears a field.
private struct GuestChangeBody: JSONBody, Sendable {
    private let given: Set<CodingKeys>
    private let meal: String?
    private let allergy: String?
    /// All companions that the guest describes. The first companion gets the number 1.
    private let companions: [NewEntityBody<Companion>]?

    enum CodingKeys: String, CodingKey, CaseIterable { case meal, allergy, companions = "companion_details" }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        given = Set(CodingKeys.allCases.filter { fields.contains($0) })
        meal = try fields.decodeIfPresent(String.self, forKey: .meal)
        allergy = try fields.decodeIfPresent(String.self, forKey: .allergy)
        companions = try fields.decodeIfPresent([NewEntityBody<Companion>].self, forKey: .companions)
    }

    /// Copies the fields into `answers`. Their texts are checked later, when the guest is saved.
    ///
    /// - Throws: `ManagementError.invalid` if a field of a companion is null although it must have a value.
    func apply(to answers: inout GuestAnswers) throws {
        if given.contains(.meal) { answers.meal = meal }
        if given.contains(.allergy) { answers.allergy = allergy }
        guard given.contains(.companions) else { return }
        answers.companions = try (companions ?? []).enumerated().map { try $1.entity().numbered($0 + 1) }
    }
}

private struct GuestImportBody: JSONBody, Sendable {
    let list: ListUploadBody
    private let map: [String: String]
    private let faultyRows: String?
    /// The maximum number of answers that the import is allowed to discard. If the import withdraws an answered
    /// invitation, the answer is discarded.
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
        list = try ListUploadBody(from: decoder)
        map = try fields.decodeIfPresent([String: String].self, forKey: .map) ?? [:]
        faultyRows = try fields.decodeIfPresent(String.self, forKey: .faultyRows)
        answersLost = try fields.decodeIfPresent(Int.self, forKey: .answersLost)
        isDryRun = try fields.decodeIfPresent(Bool.self, forKey: .dryRun) ?? false
    }

    /// The options for the importer.
    ///
    /// - Throws: `ManagementError.invalid` if `faulty_rows` has an unknown value.
    func options() throws -> GuestImportOptions {
        var options = GuestImportOptions(
            headingMap: map.sorted { $0.key < $1.key }.map { (meaning: $0.key, heading: $0.value) },
            writeMode: isDryRun ? .dryRun : .commit)
        if let faultyRows {
            guard let policy = GuestImportOptions.FaultyRowPolicy(rawValue: faultyRows) else {
                let policies = GuestImportOptions.FaultyRowPolicy.allCases.map(\.rawValue)
                throw ManagementError.invalid([
                    FieldFault("faulty_rows", FieldSentence.oneOf, ["values": .alternatives(policies)])
                ])
            }
            options.faultyRows = policy
        }
        if let answersLost, answersLost > 0 { options.answers = .discard(atMost: answersLost) }
        return options
    }
}
