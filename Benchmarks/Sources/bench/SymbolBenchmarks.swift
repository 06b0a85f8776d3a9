import CBare
import QRSymbol

/// Measures how long it takes to create a token's symbol and the symbol's PNG in memory. This is compared with
/// libqrencode, which creates the symbol but no PNG.
func symbolBenchmarks() throws -> [BenchmarkRow] {
    let text = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"
    let encoder = try PNGEncoder()
    var bytes = 0
    var row = try measure(
        "symbol 29×29 + PNG 296×296", bar: 1.5, iterations: 200,
        bare: { iterations in
            precondition(bare_symbol(text, Int64(iterations)) == Int64(29 * iterations))
        },
        ours: { iterations in
            for _ in 0..<iterations {
                bytes = try encoder.png(of: QRSymbol(text), size: .scale(8), quietZone: 4).count
            }
        })
    precondition(bytes <= 500, "the PNG is \(bytes) bytes")
    row.remark = "\(bytes) bytes"
    return [row]
}
