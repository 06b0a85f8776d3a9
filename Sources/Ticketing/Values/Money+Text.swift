package import Foundation

extension Money {
    /// The amount formatted for a language: `UGX 120,000`, `12,50 €`.
    ///
    /// - Parameter language: a BCP 47 tag.
    package func text(in language: String) -> String { text(in: Locale(identifier: language)) }

    /// The amount formatted for a locale.
    package func text(in locale: Locale) -> String {
        let decimals = Money.decimals(of: currency)
        var amount = Decimal(minorUnits)
        for _ in 0..<decimals { amount /= 10 }
        return amount.formatted(
            .currency(code: currency).locale(locale).precision(.fractionLength(decimals)))
    }
}
