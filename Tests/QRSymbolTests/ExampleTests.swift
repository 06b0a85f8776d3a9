import QRSymbol
import Testing

@Test("The example in QRSymbol’s documentation runs, and needs no other module of this project")
func example() throws {
    let symbol = try QRSymbol("240X0T6N86R68P58D8V5Y003G9R00R4C2NM26STK4M4XMSRMM3HXXDRX")
    let picture = try symbol.png(size: .millimetres(25, dpi: 300))
    let lines = try symbol.terminalBlocks(.colouredBlocks, columns: 80)

    #expect(symbol.version == 3)
    #expect(picture.count > 57)
    #expect(lines.split(separator: "\n").count == 19)
}
