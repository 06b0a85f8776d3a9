extension QRSymbol {
    /// Renders the symbol as SVG 1.1: a white square, and one path with a rectangle for each run of dark modules in a
    /// row. The side of a module is one unit. The SVG refers to no other files.
    ///
    /// - Parameters:
    ///   - title: The text for screen readers; nil for an SVG without such a text. Characters that XML 1.0 forbids are
    ///     replaced with U+FFFD.
    ///   - millimetres: The side of the image in millimetres, including the quiet zone; nil for an image without a
    ///     fixed size.
    public func svg(title: String?, quietZone: Int = 4, millimetres: Double? = nil) throws(QRSymbolError) -> String {
        let side = try side(quietZone: quietZone)
        var svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\""
        if let millimetres {
            try PictureLength.check(millimetres)
            svg += " width=\"\(millimetres)mm\" height=\"\(millimetres)mm\""
        }
        svg += " role=\"img\" shape-rendering=\"crispEdges\">\n"
        if let title { svg += "<title>\(QRSymbol.escaped(title))</title>\n" }
        svg += "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#fff\"/>\n<path fill=\"#000\" d=\""
        return svg + path(quietZone: quietZone) + "\"/>\n</svg>\n"
    }

    /// The dark modules as the value of the attribute `d` of an SVG path, for use in another SVG. The side of a module
    /// is one unit.
    ///
    /// - Parameter quietZone: The width of the quiet zone, in modules.
    public func path(quietZone: Int = 4) -> String {
        var path = ""
        for row in 0..<modulesPerSide {
            var column = 0
            while column < modulesPerSide {
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                let length = column - start
                if length > 0 { path += "M\(start + quietZone) \(row + quietZone)h\(length)v1h-\(length)z" }
                while column < modulesPerSide, !isDark(row: row, column: column) { column += 1 }
            }
        }
        return path
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            // XML parsers would convert an unescaped carriage return to a line feed (XML 1.0 §2.11).
            case "\r": escaped += "&#13;"
            // The other characters that XML allows (XML 1.0 §2.2, Char). XML forbids U+D800 to U+DFFF, but a Swift text
            // cannot contain them.
            case "\t", "\n", "\u{20}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}": escaped.unicodeScalars.append(scalar)
            default: escaped.unicodeScalars.append("\u{FFFD}")
            }
        }
        return escaped
    }
}
