/// An amount in an ISO 4217 currency, as a whole number of the currency's minor units: `50000 UGX`, `12.50 EUR`.
public struct Money: Hashable, Sendable, CustomStringConvertible {
    public let minorUnits: Int64
    /// Three capital letters.
    public let currency: String

    public init(minorUnits: Int64, currency: String) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// A regular expression (ECMA-262) for the written form.
    public static let pattern = "^[0-9]+(\\.[0-9]+)? [A-Za-z]{3}$"

    /// Parses `AMOUNT CURRENCY`. Nil if the currency is unknown, or if the amount is negative, is malformed, or has
    /// more decimals than the currency.
    public init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2 else { return nil }
        let currency = parts[1].uppercased()
        guard Currency.isKnown(currency) else { return nil }
        let decimals = Money.decimals(of: currency)
        let amount = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(amount.count), !amount[0].isEmpty, amount.allSatisfy({ $0.utf8.allSatisfy(isDigit) })
        else { return nil }
        let fraction = amount.count == 2 ? String(amount[1]) : ""
        guard fraction.utf8.count <= decimals, amount.count == 1 || !fraction.isEmpty else { return nil }
        let padding = String(repeating: "0", count: decimals - fraction.utf8.count)
        guard let minorUnits = Int64(amount[0] + fraction + padding) else { return nil }
        self.init(minorUnits: minorUnits, currency: currency)
    }

    /// The amount multiplied by a count. Nil if the product is too large for `Int64`.
    public func times(_ count: Int) -> Money? {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: Int64(count))
        return overflow ? nil : Money(minorUnits: product, currency: currency)
    }

    /// The sum of both amounts. Nil if the sum is too large for `Int64`, or if the currencies differ.
    public func plus(_ other: Money) -> Money? {
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        return overflow || currency != other.currency ? nil : Money(minorUnits: sum, currency: currency)
    }

    public var description: String {
        let decimals = Money.decimals(of: currency)
        guard decimals > 0 else { return "\(minorUnits) \(currency)" }
        let digits = String(minorUnits.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        let sign = minorUnits < 0 ? "-" : ""
        return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals)) \(currency)"
    }

    /// The number of decimals of a currency (ISO 4217, "minor unit"); 2 for an unknown code.
    public static func decimals(of currency: String) -> Int { Currency.decimals(of: currency) }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
