/// ZPL's compression of graphics (ZPL II Programming Guide, “Alternative Data Compression Scheme”): hexadecimal digits
/// behind their number, and one character for a row that ends in light or dark or is as the one before.
enum ZPLRunLength {
    /// Appends whole rows. The first does not refer to any before it.
    static func append(_ bytes: ArraySlice<UInt8>, bytesPerRow: Int, to output: inout [UInt8]) {
        var previous: ArraySlice<UInt8>?
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: bytesPerRow) {
            let row = bytes[start..<start + bytesPerRow]
            if let previous, previous.elementsEqual(row) {
                output.append(UInt8(ascii: ":"))
            } else {
                append(row: row, to: &output)
            }
            previous = row
        }
    }

    private static func append(row: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let digits = row.flatMap { [$0 >> 4, $0 & 15] }
        var position = 0
        while position < digits.count {
            let digit = digits[position]
            let run = digits[position...].prefix { $0 == digit }.count
            if position + run == digits.count, digit == 0 || digit == 15 {
                output.append(UInt8(ascii: digit == 0 ? "," : "!"))
            } else {
                append(digit, times: run, to: &output)
            }
            position += run
        }
    }

    /// `G` to `Y` stand for 1 to 19, `g` to `z` for 20, 40 … 400; one of each is added up.
    private static func append(_ digit: UInt8, times: Int, to output: inout [UInt8]) {
        let character = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
        var left = times
        while left > 0 {
            let run = min(left, 419)
            if run >= 20 { output.append(UInt8(ascii: "g") + UInt8(run / 20 - 1)) }
            if run % 20 > 0, run > 1 { output.append(UInt8(ascii: "G") + UInt8(run % 20 - 1)) }
            output.append(character)
            left -= run
        }
    }
}
