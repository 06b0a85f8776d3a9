import QRSymbol

/// A picture like those that a phone's camera takes: a grey frame with a ticket's symbol in its middle.
struct CameraPicture {
    let width = 1280
    let height = 720
    let luminance: [UInt8]

    init(of token: String) throws {
        let symbol = try QRSymbol(token)
        let (module, quiet) = (8, 4)
        let side = (symbol.modulesPerSide + 2 * quiet) * module
        let (left, top) = ((width - side) / 2, (height - side) / 2)
        var pixels = [UInt8](repeating: 160, count: width * height)
        for y in 0..<side {
            for x in 0..<side {
                let (row, column) = (y / module - quiet, x / module - quiet)
                let isInside = [row, column].allSatisfy((0..<symbol.modulesPerSide).contains)
                let isDark = isInside && symbol.isDark(row: row, column: column)
                pixels[(top + y) * width + left + x] = isDark ? 20 : 235
            }
        }
        luminance = pixels
    }
}
