import PrintShop
import Testing

@Suite("Numbers of sheets")
struct SheetNumbersTests {
    @Test("Sheet numbers and ranges are read as a sorted list that contains each sheet once")
    func read() {
        #expect(SheetNumbers("37")?.numbers == [37])
        #expect(SheetNumbers("12-14,8,3,13")?.numbers == [3, 8, 12, 13, 14])
    }

    @Test("Malformed texts, reversed ranges, numbers that are too large, and too many ranges are refused")
    func refused() {
        for text in [
            "", ",", "1,", "0", "-1", "1-", "2-1", "1-2-3", "x", "1000001", "99999999999999999999", "1-1000001",
            Array(repeating: "1-1000000", count: 1000).joined(separator: ","),
        ] {
            #expect(SheetNumbers(text) == nil, "\(text.prefix(20))")
        }
    }
}
