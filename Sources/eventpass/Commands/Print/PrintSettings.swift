import Foundation
import Printing

/// What changes the drawing beside the layout, as a batch keeps it.
struct PrintSettings {
    var sides = SheetFile.Sides.front
    var offset = PaperOffset.none
    /// A BCP 47 tag, for dates.
    var language = "en"

    private enum Key {
        static let sides = "sides"
        static let offset = "offset"
        static let language = "language"
        static let both = "both"
    }

    init() {}

    init(_ fields: [String: String]) {
        sides = fields[Key.sides] == Key.both ? .both : .front
        offset = fields[Key.offset].flatMap { PaperOffset(argument: $0) } ?? .none
        language = fields[Key.language] ?? language
    }

    var fields: [String: String] {
        [
            Key.sides: sides == .both ? Key.both : "front", Key.offset: offset.text, Key.language: language,
        ]
    }
}
