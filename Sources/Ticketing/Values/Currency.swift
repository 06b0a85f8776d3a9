/// The active currencies of ISO 4217, including fund codes, but without the codes for metals and for tests.
enum Currency {
    /// Whether three capital letters are an active currency code.
    static func isKnown(_ code: String) -> Bool { decimals[code] != nil }

    /// The number of decimals of a currency ("minor unit"); 2 for an unknown code.
    static func decimals(of code: String) -> Int { decimals[code] ?? 2 }

    private static let decimals: [String: Int] = {
        let byDecimals = [
            0: """
            BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
            """,
            2: """
            AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF \
            CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG \
            HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR \
            MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD \
            SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG \
            YER ZAR ZMW ZWG
            """,
            3: "BHD IQD JOD KWD LYD OMR TND",
            4: "CLF UYW",
        ]
        return Dictionary(
            uniqueKeysWithValues: byDecimals.flatMap { decimals, codes in
                codes.split(separator: " ").map { (String($0), decimals) }
            })
    }()
}
