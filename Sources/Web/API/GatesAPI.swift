import Management
import Presenting
import Ticketing

extension Routes {
    static var gatesAPI: [Route] {
        [
            API.get("/events/:event/figures", .read) { call in
                let event = try call.event()
                return AttendanceView(event: event, attendance: try call.office.attendance(of: event)).json
            },
            API.list("/events/:event/records", .read) { call, last, limit in
                let event = try call.event()
                let view = RecordView(zone: event.zone)
                return try call.office.records(of: event, after: last.flatMap { RecordID(cursor: $0) }, limit: limit)
                    .map { ($0.id.cursor, view.json($0)) }
            },
        ]
    }
}

extension RecordID {
    fileprivate var cursor: String { "\(device) \(sequence)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: " ")
        guard parts.count == 2, let device = DeviceID(hexadecimal: parts[0]), let sequence = Int64(parts[1]) else {
            return nil
        }
        self.init(device: device, sequence: sequence)
    }
}
