public import Languages

/// The kind of a field: which values it accepts, and how people enter them.
public enum FieldKind: Hashable, Sendable {
    /// A text of one or several lines.
    ///
    /// - Parameter atMost: the maximum number of Unicode scalars.
    case text(atMost: Int = TextFault.longest, lines: TextFault.Lines = .one)
    case number(ClosedRange<Int>)
    case flag
    case time
    case money
    /// Latitude and longitude in degrees.
    case position
    /// An IANA time zone.
    case timeZone
    /// An e-mail address.
    case email
    /// A phone number in international form.
    case phone
    /// A list of names. In forms, each name is on a separate line.
    case names
    case choice([FieldChoice])
    /// One or more of a few values. The values contain no white space.
    case choices([FieldChoice])
    /// One of a few numbers.
    case numberChoice([Int])
    /// A text with a special syntax, such as daily hours.
    case syntax(FieldSyntax)
    /// A list of texts with a special syntax, such as links. In forms, each text is on a separate line.
    ///
    /// - Parameter atMost: the maximum number of texts.
    case list(FieldSyntax, atMost: Int)

    /// The allowed values, as the end of a sentence such as “Enter …”.
    public var allowed: Sentence {
        switch self {
        case .text: .field(.text)
        case .number(let range):
            .field(.number, ["least": .number(range.lowerBound), "most": .number(range.upperBound)])
        case .flag: .field(.flag)
        case .time: .field(.time)
        case .money: .field(.money)
        case .position: .field(.degrees)
        case .timeZone: .field(.timeZoneName)
        case .email: .field(.emailForm)
        case .phone: .field(.phoneForm)
        case .names: .field(.names)
        case .choice(let choices): .field(.oneOf, ["values": .alternatives(choices.map(\.value))])
        case .choices(let choices): .verbatim(choices.map(\.value).joined(separator: ", "))
        case .numberChoice(let numbers): .field(.oneOf, ["values": .alternatives(numbers.map(String.init))])
        case .syntax(let syntax), .list(let syntax, _): syntax.allowed
        }
    }

    /// The allowed values, if the content is outside the limits of the kind. Nil if the content is within the limits.
    package func limitFault(of content: FieldContent) -> Sentence? {
        switch (self, content) {
        case (.text(let limit, let lines), .text(let text)): TextFault.of(text, limit: limit, lines: lines)?.sentence
        case (.number(let range), .number(let number)): range.contains(number) ? nil : allowed
        case (.time, .time(let time)): Instant.isInEventRange(time) ? nil : Instant.eventRangeDescription
        case (.timeZone, .text(let zone)): TimeZones.isKnown(zone) ? nil : TimeZones.fault(of: zone)
        case (.email, .text(let address)): EmailAddress(rawValue: address) == nil ? allowed : nil
        case (.phone, .text(let number)): PhoneNumber(rawValue: number) == nil ? allowed : nil
        case (.position, .position(let position)): position.isOnEarth ? nil : allowed
        case (.choices, .names(let names)): names.isEmpty ? allowed : nil
        case (.list(_, let most), .names(let texts)): texts.count <= most ? nil : allowed
        default: nil
        }
    }

    /// Parses a text that a person entered. An empty text means false for a flag, and no value for every other kind.
    ///
    /// - Parameter time: parses a time; nil if the text is not a time.
    /// - Returns: nil if the text cannot be parsed. Limits, such as the range of a number, are not checked.
    public func content<Failure>(
        _ text: String, time: (String) throws(Failure) -> Instant?
    ) throws(Failure) -> FieldContent? {
        if self == .flag { return ["yes": .flag(true), "no": .flag(false), "": .flag(false)][text] }
        if text.isEmpty { return .empty }
        return switch self {
        case .text, .timeZone, .email, .phone, .choice, .syntax: .text(text)
        case .number, .numberChoice: FieldKind.number(text).map { .number($0) }
        case .flag: nil
        case .time: try time(text).map { .time($0) }
        case .money: Money(text).map { .money($0) }
        case .position: Coordinates(text).map { .position($0) }
        case .names, .choices, .list: .names(text.split(whereSeparator: \.isNewline).map(String.init))
        }
    }

    /// Parses a whole number. White space is ignored, and so are commas between groups of three digits.
    private static func number(_ text: String) -> Int? {
        let number = text.filter { !$0.isWhitespace }
        guard number.wholeMatch(of: /-?([0-9]{1,12}|[0-9]{1,3}(,[0-9]{3}){1,3})/) != nil else { return nil }
        return Int(number.filter { $0 != "," })
    }
}

/// An allowed value of a field that allows only a few values.
public struct FieldChoice: Hashable, Sendable {
    /// The value in JSON, options and audit records.
    public let value: String
    /// The text on pages.
    public let label: Sentence

    public init(_ value: String, _ label: Sentence) {
        self.value = value
        self.label = label
    }
}

/// The syntax of a text.
public struct FieldSyntax: Hashable, Sendable {
    /// The allowed texts, as the end of a sentence such as “Enter …”. For a list, the sentence also says how many texts
    /// the list may have.
    public let allowed: Sentence
    /// A regular expression (ECMA-262) that every valid text matches.
    public let pattern: String
    /// Texts that a form suggests.
    public let suggestions: [String]

    public init(_ allowed: Sentence, pattern: String, suggestions: [String] = []) {
        self.allowed = allowed
        self.pattern = pattern
        self.suggestions = suggestions
    }
}
