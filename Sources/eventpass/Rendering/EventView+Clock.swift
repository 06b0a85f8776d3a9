import Management
import Presenting
import Ticketing

extension EventView {
    init(event: Event) { self.init(event: event, now: .now()) }
}

extension EventPage {
    init(of event: Event, in office: Office) throws { try self.init(of: event, in: office, now: .now()) }
}

extension EventEndView {
    init(end: EventEnd) { self.init(end: end, now: .now()) }
}
