import Languages
import Testing

@Suite("Hexadecimal digits")
struct HexadecimalTextTests {
    @Test("A number has one to eight digits, in lower or upper case, without a sign")
    func numbers() {
        for (text, number) in [("0", 0), ("ff", 255), ("FF7a", 0xFF7A), ("00000001", 1), ("ffffffff", 0xFFFF_FFFF)] {
            #expect(HexadecimalText.number(text.utf8) == UInt32(number), "\(text)")
        }
        for text in ["", "000000001", "+f", "-1", " f", "f ", "0x1", "g", "é", "٣", "Ａ"] {
            #expect(HexadecimalText.number(text.utf8) == nil, "\(text)")
        }
    }

    @Test("Bytes have two digits each, and are read from digits in lower or upper case")
    func bytes() {
        let all = (0...255).map { UInt8($0) }
        #expect(HexadecimalText.text([0, 15, 16, 255]) == "000f10ff")
        #expect(HexadecimalText.bytes(HexadecimalText.text(all)) == all)
        #expect(HexadecimalText.bytes(HexadecimalText.text(all).uppercased()) == all)
        for text in ["0", "0g", "+1", "é", "٣٣"] { #expect(HexadecimalText.bytes(text) == nil, "\(text)") }
    }
}
