package import Languages
package import Ticketing

/// The error of a device's clock, in words that follow “the clock”, for example `is 4 min or more ahead`.
package struct ClockOffsetText {
    package let sentence: Sentence

    /// The English words, for result lines.
    package var text: String { sentence.english }

    /// Creates the words for an offset. Returns nil if the clock may be right, or if its error may be less than a
    /// second.
    package init?(_ offset: ClockOffset) {
        guard let certain = offset.certainOffset else {
            sentence = Sentence(Text.changed)
            return
        }
        guard certain.magnitude >= 1000 else { return nil }
        let seconds = Int(certain.magnitude / 1000)
        let (unit, number): (GateScreenSentence, Int) =
            switch seconds {
            case ..<120: (.seconds, seconds)
            case ..<7200: (.minutes, seconds / 60)
            default: (.hours, seconds / 3600)
            }
        sentence = Sentence(
            certain > 0 ? Text.ahead : .behind, ["duration": .sentence(unit, ["number": .number(number)])])
    }

    enum Text: String, SentenceKey {
        static let subject = "clockOffset"

        case changed = "was changed during use"
        case ahead = "is {duration} or more ahead"
        case behind = "is {duration} or more behind"
    }
}
