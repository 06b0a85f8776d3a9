/// The names of columns in spreadsheets: column 1 is `A`, and column 27 is `AA`.
public enum ColumnLetters {
    public static func name(of column: Int) -> String {
        var letters = ""
        var rest = column
        while rest > 0 {
            letters = String(UnicodeScalar(UInt8(ascii: "A") + UInt8((rest - 1) % 26))) + letters
            rest = (rest - 1) / 26
        }
        return letters
    }

    /// The column and row of a cell reference such as `AB12`; nil if the reference is malformed. The column can be
    /// greater than the XLSX format allows.
    static func parse(_ reference: String) -> (column: Int, row: Int)? {
        var column = 0
        var row = 0
        var letters = 0
        for byte in reference.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where row == 0 && letters < 8:
                column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
                letters += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9") where column > 0 && row < 1 << 32:
                row = row * 10 + Int(byte - UInt8(ascii: "0"))
            default: return nil
            }
        }
        return column > 0 && row > 0 ? (column, row) : nil
    }
}
