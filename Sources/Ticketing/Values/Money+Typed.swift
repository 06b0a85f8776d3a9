import Foundation

extension Money {
    /// A regular expression (ECMA-262) for an amount as people type it, without its currency. Its first matched group
    /// is the whole part, which may have a space or a comma between groups of three digits. Its second matched group,
    /// if there is one, is the decimal part. `scripts/box-office.js` uses the same expression.
    ///
    /// A comma before three digits separates thousands, and a comma before fewer digits is a decimal comma. In a
    /// currency with three or more decimals, a comma could mean both, so it is not allowed.
    ///
    /// - Parameter decimals: the number of decimals of the currency.
    public static func typedPattern(decimals: Int) -> String {
        func fraction(_ separators: String) -> String {
            decimals > 0 ? "(?:[\(separators)]([0-9]{1,\(decimals)}))?" : ""
        }
        func groups(_ separator: String) -> String { "([1-9][0-9]{0,2}(?:\(separator)[0-9]{3}){1,3})" }
        guard decimals < 3 else { return "(?:([0-9]{1,12})|\(groups(" ")))\(fraction("."))" }
        return "(?:([0-9]{1,12})|\(groups(" ")))\(fraction(".,"))|\(groups(","))\(fraction("."))"
    }

    /// Parses an amount as people type it in a form, without its currency: `20.50`, `20,50`, `20,000` or `20 000`.
    /// White space around the amount is ignored.
    ///
    /// - Parameter decimals: the number of decimals of the currency.
    /// - Returns: the amount in minor units; nil if the text does not match `typedPattern`.
    public static func minorUnits(typed text: String, decimals: Int) -> Int64? {
        let regex: Regex<AnyRegexOutput>
        do {
            regex = try Regex(typedPattern(decimals: decimals))
        } catch {
            preconditionFailure("\(error)")
        }
        let spaced = String(text.map { $0.isWhitespace ? " " : $0 }).trimmingCharacters(in: .whitespaces)
        guard let match = spaced.wholeMatch(of: regex) else { return nil }
        let parts = match.output.dropFirst().compactMap(\.substring)
        let fraction = parts.dropFirst().first ?? ""
        let padding = String(repeating: "0", count: decimals - fraction.utf8.count)
        let whole = String(parts[0]).filter(\.isNumber)
        return Int64("\(whole)\(fraction)\(padding)")
    }

    /// Parses an amount as people type it in a form (`minorUnits`). Nil if the amount is malformed, or if the currency
    /// is unknown.
    public init?(typed text: String, in currency: String) {
        guard Currency.isKnown(currency),
            let units = Money.minorUnits(typed: text, decimals: Money.decimals(of: currency))
        else { return nil }
        self.init(minorUnits: units, currency: currency)
    }
}
