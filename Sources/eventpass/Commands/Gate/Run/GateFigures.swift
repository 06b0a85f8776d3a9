import Management
import Ticketing

/// What the office knows of an event, or of the function that a gate serves.
struct GateFigures: Hashable, Sendable {
    /// People whom the tickets admit; at a function, those whom codes open it for.
    var expected: Int
    var admitted: Int
    var inside: Int
    /// Scans that were refused at the event.
    var refused: Int
    /// The pack that the gate works on.
    var pack: PackState?

    init(expected: Int, admitted: Int, inside: Int, refused: Int, pack: PackState? = nil) {
        self.expected = expected
        self.admitted = admitted
        self.inside = inside
        self.refused = refused
        self.pack = pack
    }

    init(_ attendance: Attendance, at function: EventFunction?, pack: PackState?) {
        let places = function.map { served in attendance.functions.first { $0.function.number == served.number } }
        self.init(
            expected: places.map { $0?.expected ?? 0 } ?? attendance.expected,
            admitted: places.map { $0?.admitted ?? 0 } ?? attendance.admitted ?? 0,
            inside: places.map { $0?.inside ?? 0 } ?? attendance.inside ?? 0,
            refused: attendance.refused, pack: pack)
    }
}
