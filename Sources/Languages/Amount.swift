public import Foundation

/// An amount of money as each language writes it, such as `UGX 120,000` in English and `120 000 UGX` in French.
public struct Amount: Hashable, Sendable {
    private let value: Decimal
    private let currency: String
    private let decimals: Int

    /// - Parameters:
    ///   - value: the amount in units of the currency, for example in euros.
    ///   - currency: the code of the currency (ISO 4217).
    ///   - decimals: the number of decimals to show.
    public init(_ value: Decimal, currency: String, decimals: Int) {
        self.value = value
        self.currency = currency
        self.decimals = decimals
    }

    public func text(in locale: Locale) -> String {
        value.formatted(.currency(code: currency).locale(locale).precision(.fractionLength(decimals)))
    }
}
