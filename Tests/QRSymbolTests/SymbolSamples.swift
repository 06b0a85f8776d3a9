import Foundation
import QRSymbol
import Testing

/// A symbol’s modules as a PGM picture, drawn without the renderers of QRSymbol.
func pgm(of symbol: QRSymbol, scale: Int = 3, quietZone: Int = 4) -> [UInt8] {
    let side = symbol.modulesPerSide + 2 * quietZone
    var bytes = Array("P5 \(side * scale) \(side * scale) 255\n".utf8)
    for row in 0..<side {
        let line = (0..<side).flatMap { column in
            let dark = symbol.isDark(row: row - quietZone, column: column - quietZone)
            return [UInt8](repeating: dark ? 0 : 255, count: scale)
        }
        for _ in 0..<scale { bytes += line }
    }
    return bytes
}

func reference(_ name: String) throws -> String {
    let folder = try #require(Bundle.module.resourceURL).appendingPathComponent("References")
    return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
}

let alphanumerics = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
let token = "240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX"
