public import Ticketing

extension FieldEntity {
    /// Sample details, such as those of an event, in which no field has its default value. Each time is later than the
    /// times of the fields before it, except the payment deadline `pay_by`, which is earlier than all other times.
    ///
    /// - Throws: `FieldFault` if a field refuses its sample.
    public static func sample() throws -> Self {
        var entity = blank
        for (index, field) in fields.enumerated() {
            let position = field.name == "pay_by" ? 0 : index
            try field.set(field.kind.sample(position, otherThan: field.content(of: blank)), in: &entity)
        }
        return entity
    }
}

extension FieldKind {
    /// A valid value for a field of this kind.
    ///
    /// - Parameters:
    ///   - index: a number from which the value is made, so that the fields get different values.
    ///   - standard: the default value. The sample differs from it.
    fileprivate func sample(_ index: Int, otherThan standard: FieldContent) -> FieldContent {
        switch self {
        // This text is valid for every text field, even for the URL of a picture.
        case .text: .text("https://example.org/\(index)")
        case .number(let range): .number(range.lowerBound + index)
        case .flag: .flag(true)
        case .time: .time(Festival.start.advanced(bySeconds: 3600 * Int64(index + 1)))
        case .money: .money(Money(minorUnits: 700, currency: "UGX"))
        case .position: .position(Coordinates(latitude: 51_200, longitude: -32_463_700))
        case .timeZone: .text("Africa/Nairobi")
        case .email: .text("guest\(index)@example.org")
        case .phone: .text("+25670012345\(index)")
        case .names: .names(["North", "Ost, West"])
        case .choice(let choices): .text(choices.map(\.value).last { .text($0) != standard } ?? "")
        case .numberChoice(let numbers): .number(numbers.last ?? 0)
        case .choices(let choices): .names(choices.map(\.value))
        case .syntax(let syntax): .text(syntax.sample)
        case .list(let syntax, _): .names([syntax.sample])
        }
    }
}

extension FieldSyntax {
    fileprivate var sample: String {
        let samples =
            suggestions.reversed() + [
                "10:00-18:00", "https://example.org/hooks", "https://example.org", "0700123456",
            ]
        return samples.first { (try? Regex(pattern).wholeMatch(in: $0)) != nil } ?? ""
    }
}
