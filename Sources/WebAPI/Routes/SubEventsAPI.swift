import Management
import Presentation
import Ticketing
import WebHost

extension Routes {
    static var subEventsAPI: [Route] {
        [
            API.list("/events/:event/sub-events", .read) { call in
                let event = try call.event()
                return try call.services.subEvents.subEvents(of: event).map {
                    ("\($0.number)", SubEventJSON(subEvent: $0, zone: event.zone).json)
                }
            },
            API.action("/events/:event/sub-events", .manageEvents, NewEntityBody<SubEventDetails>.self, .created) {
                call, body in
                let event = try call.event()
                let subEvent = try call.services.subEvents.addSubEvent(try body.entity(), to: event)
                return SubEventJSON(subEvent: subEvent, zone: event.zone).json
            },
            API.action(
                "/events/:event/sub-events/:sub_event", .manageEvents, FieldsBody<SubEventDetails>.self, method: .patch
            ) {
                call, body in
                let event = try call.event()
                let subEvent = try call.services.subEvents.editSubEvent(call.subEvent(of: event), of: event) {
                    try body.apply(to: &$0)
                }
                return SubEventJSON(subEvent: subEvent, zone: event.zone).json
            },
            API.action("/events/:event/sub-events/:sub_event/remove", .manageEvents) { call in
                let event = try call.event()
                let subEvent = try call.subEvent(of: event)
                try call.services.subEvents.removeSubEvent(subEvent, of: event)
                return SubEventJSON.removed(subEvent)
            },
        ]
    }
}
