public import Languages

/// A fault in a layout file, or a symbol whose box is too small.
public enum LayoutError: Error, Hashable, Sendable, SentenceConvertible {
    /// The faults in the file, each with its location, such as `front[2].width`.
    case invalid([Fault])
    /// The symbol's box is too small. `modules` includes the quiet zone; `needed` is the required side in millimetres.
    case symbolTooSmall(modules: Int, dpi: Double, needed: Double)

    public struct Fault: Error, Hashable, Sendable, SentenceConvertible {
        public let path: String
        public let message: Sentence

        enum Text: String, SentenceKey {
            static let subject = "layoutFault"

            // Keys and values of the file
            case atLine = "line {line}: {fault}"
            case isMissing = "is missing"
            case isNull = "is null"
            case mustBeText = "must be a text"
            case mustBeNumber = "must be a number"
            case mustBeWholeNumber = "must be a whole number"
            case mustBeList = "must be a list"
            case mustBeObject = "must be an object"
            case unknownKey = "unknown key “{key}”; the keys are {keys}"
            case notAChoice = "is “{value}” but must be one of {choices}"
            case notAColour = "a colour has the form #rrggbb, such as #1f2933"
            case notTheToken = "a symbol contains the ticket's token: write {token}"
            case noContent = "a box must have exactly one of {keys}; this box has none"
            case severalContents = "a box must have exactly one of {keys}; this box has {found}"
            /// Joins two keys, or a list of keys and the last key.
            case and = "{first} and {second}"
            case keyOfOtherBox = "“{key}” is only for a box with “{owner}”, but this box has “{kind}”"

            // Lengths and numbers
            case lengthOutside = "is {length} mm but must be {least} to {most}"
            case lengthTooSmall = "is {length} mm but must be at least {least}"
            case numberOutside = "is {number} but must be {least} to {most}"
            case tooManyDots =
                "has {dots} million dots at {dpi} dpi, but the self-check can handle at most {limit} million"
            case tooWide = "a row of {count} tickets ends at {end} mm, but the page is {width} mm wide"
            case tooHigh = "a column of {count} tickets ends at {end} mm, but the page is {height} mm high"
            case bleedTooLarge = "is {bleed} mm, but the smallest margin around the tickets is {margin} mm"
            case gapTooSmall = "is {gap} mm but must be at least {least}, twice the bleed"
            case noRoomForMarks =
                "is crop, but only {length} mm are left outside the bleed; crop marks need at least {least} mm"
            case outlineWithBleed =
                "is outline, which would print a line along the cut: use crop with bleed"
            case marginsAboveAndBelow =
                "the margins above and below the tickets are {first} and {second} mm, so front and back would not align"
            case marginsLeftAndRight =
                "the margins left and right of the tickets are {first} and {second} mm, so front and back would not align"

            // Boxes
            case noBoxes = "has no boxes, so the tickets would be blank"
            case tooManyBoxes = "has {count} boxes but may have at most {limit}"
            case symbolAtEdge = "is at the ticket's edge, so the outline would cross the symbol's quiet zone"
            case overlaps = "overlaps {other}: {box} and {otherBox} must not overlap"
            case text = "a text"
            case symbol = "a symbol with its quiet zone"
            case picture = "a picture"
            case fill = "a filled box"
            case perforation = "a perforation"
            case noSize = "has no size"
            case outside =
                "extends from {left},{top} to {right},{bottom} mm, but the ticket is {width}×{height} mm"
            case outsideBleed =
                "extends from {left},{top} to {right},{bottom} mm, but the ticket is {width}×{height} mm with {bleed} mm of bleed"
            case fontSizeOutside = "size is {size} points but must be 1 to 1000"
            case smallestTooSmall = "smallest must be above 0 points"
            case linesOutside = "lines is {lines} but must be 1 to 100"
            case quietZoneOutside = "quiet_zone is {modules} modules but must be 4 to {most}"
        }

        init(path: String, message: Sentence) {
            self.path = path
            self.message = message
        }

        init(path: String, _ text: Text, _ arguments: [String: SentenceArgument] = [:]) {
            self.init(path: path, message: Sentence(text, arguments))
        }

        public var sentence: Sentence {
            path.isEmpty ? message : .list([.verbatim(path), message], separator: ": ")
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "layoutError"

        case symbolTooSmall =
            "the box of the symbol is too small: {modules} modules need {length} mm at {dpi} dpi to be scanned"
    }

    public var sentence: Sentence {
        switch self {
        case .invalid(let faults): .list(faults.map(\.sentence), separator: "; ")
        case .symbolTooSmall(let modules, let dpi, let needed):
            Sentence(
                Text.symbolTooSmall,
                [
                    "modules": .number(modules), "length": .text(LengthText.of(needed)),
                    "dpi": .text(LengthText.of(dpi)),
                ])
        }
    }
}

/// Formats lengths with at most two decimals and no trailing zeros.
enum LengthText {
    static func of(_ length: Double) -> String {
        let hundredths = (abs(length) * 100).rounded(.up)
        // A layout file can contain numbers that would overflow `Int`.
        guard hundredths < 1e15 else { return "\(length)" }
        let (integer, rest) = Int(hundredths).quotientAndRemainder(dividingBy: 100)
        let sign = length < 0 && hundredths > 0 ? "-" : ""
        return rest == 0
            ? "\(sign)\(integer)"
            : rest % 10 == 0 ? "\(sign)\(integer).\(rest / 10)" : "\(sign)\(integer).\(rest < 10 ? "0" : "")\(rest)"
    }
}
