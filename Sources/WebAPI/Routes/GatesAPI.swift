import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var gatesAPI: [Route] {
        [
            API.get("/events/:event/figures", .read, at: .figures) { call in
                let event = try call.event()
                return AttendanceJSON(event: event, attendance: try call.services.reports.attendance(of: event)).json
            },
            API.list("/events/:event/records", .read) { call, last, limit in
                let event = try call.event()
                let view = AdmissionRecordJSON(zone: event.zone)
                return try call.services.gates.records(
                    of: event, after: last.flatMap { RecordID(cursor: $0) }, limit: limit
                )
                .map { ($0.id.cursor, view.json($0)) }
            },
            API.list("/events/:event/conflicts", .read) { call, last, limit in
                let event = try call.event()
                let view = ConflictJSON(event, subEvents: try call.services.subEvents.subEvents(of: event))
                return try call.services.gates.conflicts(
                    of: event, after: last.flatMap { DoubleAdmission.Cursor(cursor: $0) }, limit: limit
                ).map { ($0.admission.cursor.cursor, view.json($0)) }
            },
            API.list("/events/:event/gates", .read, at: .figures) { call in
                try call.services.gates.gates(of: try call.event()).map { ($0.name, GateLandmarkJSON.json($0)) }
            },
            API.action("/events/:event/gates/landmark", .manageEvents, GateLandmarkBody.self) { call, body in
                let landmark = GateLandmark(gate: body.gate, text: body.landmark)
                try call.services.gates.setLandmark(landmark, of: try call.event())
                return GateLandmarkJSON.json(landmark)
            },
            API.action("/events/:event/gates/landmark/remove", .manageEvents, GateBody.self) { call, body in
                guard let removed = try call.services.gates.removeLandmark(of: body.gate, of: try call.event()) else {
                    throw Problem(.notFound)
                }
                return GateLandmarkJSON.removed(removed.gate)
            },
            API.list("/events/:event/devices", .readReports) { call in
                let event = try call.event()
                let view = WebDeviceJSON(zone: event.zone, now: call.now)
                let devices = try call.services.devices.devices(of: event).map { ("\($0.id)", view.json($0)) }
                return devices + (try call.services.devices.pairings(of: event).map { ("\($0.device)", view.json($0)) })
            },
            API.action("/events/:event/devices/:device/revoke", .manageEvents) { call in
                let event = try call.event()
                guard let device = WebDeviceID(call.pathParameter("device")) else { throw Problem(.notFound) }
                try call.services.devices.revokeDevice(device, of: event)
                return .object([("id", .string("\(device)")), ("revoked", .bool(true))])
            },
        ]
    }
}

private struct GateLandmarkBody: JSONBody, Sendable {
    let gate: String
    let landmark: String

    enum CodingKeys: String, CodingKey, CaseIterable { case gate, landmark }
}

private struct GateBody: JSONBody, Sendable {
    let gate: String

    enum CodingKeys: String, CodingKey, CaseIterable { case gate }
}

extension RecordID {
    fileprivate var cursor: String { "\(device) \(sequence)" }

    fileprivate init?(cursor: some StringProtocol) {
        let parts = cursor.split(separator: " ")
        guard parts.count == 2, let device = DeviceID(hexadecimal: parts[0]), let sequence = Int64(parts[1]) else {
            return nil
        }
        self.init(device: device, sequence: sequence)
    }
}

extension DoubleAdmission.Cursor {
    fileprivate var cursor: String { "\(serial.rawValue) \(subEvent) \(later.cursor)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let serial = UInt64(parts[0]).flatMap({ Serial(rawValue: $0) }),
            let subEvent = Int(parts[1]), let later = RecordID(cursor: parts[2])
        else { return nil }
        self.init(serial: serial, subEvent: subEvent, later: later)
    }
}
