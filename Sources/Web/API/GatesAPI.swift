import Management
import Presenting
import Ticketing

extension Routes {
    static var gatesAPI: [Route] {
        [
            API.get("/events/:event/figures", .read, at: .figures) { call in
                let event = try call.event()
                return AttendanceView(event: event, attendance: try call.office.attendance(of: event)).json
            },
            API.list("/events/:event/records", .read) { call, last, limit in
                let event = try call.event()
                let view = RecordView(zone: event.zone)
                return try call.office.records(of: event, after: last.flatMap { RecordID(cursor: $0) }, limit: limit)
                    .map { ($0.id.cursor, view.json($0)) }
            },
            API.list("/events/:event/conflicts", .read) { call, last, limit in
                let event = try call.event()
                let view = ConflictView(event, functions: try call.office.functions(of: event))
                return try call.office.conflicts(
                    of: event, after: last.flatMap { DoubleAdmission.Place(cursor: $0) }, limit: limit
                ).map { ($0.double.place.cursor, view.json($0)) }
            },
            API.list("/events/:event/devices", .readReports) { call in
                let event = try call.event()
                let view = DeviceView(zone: event.zone, now: call.now)
                let devices = try call.office.devices(of: event).map { ("\($0.id)", view.json($0)) }
                return devices + (try call.office.pairings(of: event).map { ("\($0.device)", view.json($0)) })
            },
            API.act("/events/:event/devices/:device/revoke", .manageEvents) { call in
                let event = try call.event()
                guard let device = WebDeviceID(call.part("device")) else { throw Problem(.notFound) }
                try call.office.revokeDevice(device, of: event)
                return .object([("id", .string("\(device)")), ("revoked", .bool(true))])
            },
        ]
    }
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

extension DoubleAdmission.Place {
    fileprivate var cursor: String { "\(serial.rawValue) \(function) \(later.cursor)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, let serial = UInt64(parts[0]).flatMap({ Serial(rawValue: $0) }),
            let function = Int(parts[1]), let later = RecordID(cursor: parts[2])
        else { return nil }
        self.init(serial: serial, function: function, later: later)
    }
}
