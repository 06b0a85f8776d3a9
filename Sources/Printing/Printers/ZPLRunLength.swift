/// ZPL's run-length compression of graphics (ZPL II Programming Guide, “Alternative Data Compression Scheme”). An image
/// is written as hexadecimal digits. If a digit is repeated, the number of repetitions is written before it. The
/// character `,` means that the rest of a row is blank, and `:` means that a row equals the previous row. The character
/// `!` (the rest of a row is black) is not used, because some compatible printers do not support it.
enum ZPLRunLength {
    /// Appends whole rows. The first row is never written as `:`, even if it equals the last row of the previous call.
    static func append(_ bytes: ArraySlice<UInt8>, bytesPerRow: Int, to output: inout [UInt8]) {
        var previous: ArraySlice<UInt8>?
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: bytesPerRow) {
            let row = bytes[start..<start + bytesPerRow]
            if row == previous {
                output.append(UInt8(ascii: ":"))
            } else {
                append(row: row, to: &output)
            }
            previous = row
        }
    }

    private static func append(row: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var digit = (row.first ?? 0) >> 4
        var times = 0
        for byte in row {
            if byte >> 4 != digit {
                append(digit, times: times, to: &output)
                (digit, times) = (byte >> 4, 0)
            }
            times += 1
            if byte & 15 != digit {
                append(digit, times: times, to: &output)
                (digit, times) = (byte & 15, 0)
            }
            times += 1
        }
        guard digit == 0 else { return append(digit, times: times, to: &output) }
        // The blank rest of a row must begin at a whole byte (two digits). If the blank rest has an odd number of
        // digits, its first digit is written separately.
        append(digit, times: times % 2, to: &output)
        if times > 1 { output.append(UInt8(ascii: ",")) }
    }

    /// Appends a digit, preceded by letters for its number of repetitions. `G` to `Y` mean 1 to 19, and `g` to `z` mean
    /// 20, 40 … 400. If an uppercase letter follows a lowercase letter, their numbers are added.
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
