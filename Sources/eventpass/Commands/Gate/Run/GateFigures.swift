import Management
import Ticketing

/// The attendance figures of an event, or of a gate's sub-event.
struct AttendanceFigures: Hashable, Sendable {
    /// The people that the tickets admit; for a sub-event, the people invited to it.
    var expected: Int
    var admitted: Int
    var inside: Int
    /// The number of refused scans of the event.
    var refused: Int
    /// The gate pack's state; nil at the main store.
    var pack: GatePackState?

    init(expected: Int, admitted: Int, inside: Int, refused: Int, pack: GatePackState? = nil) {
        self.expected = expected
        self.admitted = admitted
        self.inside = inside
        self.refused = refused
        self.pack = pack
    }

    init(_ attendance: Attendance, at function: EventFunction?, pack: GatePackState?) {
        let places = function.map { served in attendance.functions.first { $0.function.number == served.number } }
        self.init(
            expected: places.map { $0?.expected ?? 0 } ?? attendance.expected,
            admitted: places.map { $0?.admitted ?? 0 } ?? attendance.admitted ?? 0,
            inside: places.map { $0?.inside ?? 0 } ?? attendance.inside ?? 0,
            refused: attendance.refused, pack: pack)
    }
}
