import Management
import Presenting
import Ticketing

extension EventJSON {
    init(event: Event) { self.init(event: event, now: .now()) }
}

extension EventOverviewJSON {
    init(of event: Event, in services: ManagementServices) throws {
        try self.init(of: event, in: services, now: .now())
    }
}

extension EventEndJSON {
    init(end: EventEndResult) { self.init(end: end, now: .now()) }
}
