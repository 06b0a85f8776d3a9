import Cryptography
import Foundation

/// A MIME part (RFC 2045): header fields, an empty line and the content.
struct MIMEPart {
    private let text: String

    /// Creates a part with UTF-8 text. Lines of the text end in LF, and lines of the part in CRLF.
    init(text: String, type: String) {
        self.text =
            "Content-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            + QuotedPrintable.encoded(text)
    }

    enum Disposition {
        /// A picture to which the mail's HTML page refers by this content ID.
        case inline(id: String)
        case attachment
    }

    /// - Parameter name: the file name, such as `4F7K-29QX.png`. The name is not escaped, so it must contain neither
    ///   quotation marks nor characters outside ASCII.
    init(file bytes: [UInt8], name: String, type: String, _ use: Disposition) {
        let (id, disposition) =
            switch use {
            case .inline(let id): ("Content-ID: <\(id)>\r\n", "inline")
            case .attachment: ("", "attachment")
            }
        text =
            "Content-Type: \(type); name=\"\(name)\"\r\nContent-Transfer-Encoding: base64\r\n\(id)"
            + "Content-Disposition: \(disposition); filename=\"\(name)\"\r\n\r\n"
            + Data(bytes).base64EncodedString(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ])
            + "\r\n"
    }

    /// Creates a part that contains other parts (RFC 2046 §5.1). The boundary is a digest of these parts, so no part
    /// contains it.
    ///
    /// - Parameters:
    ///   - kind: the subtype: `mixed`, `alternative` or `related`.
    ///   - root: the type of the root part, which `related` requires (RFC 2387 §3.1).
    init(_ kind: String, root: String? = nil, _ parts: [MIMEPart]) throws {
        let digest = try SHA256.digest(Array(parts.map(\.text).joined().utf8))
        let boundary = "=_\(Hexadecimal.text(Array(digest.prefix(20))))"
        text =
            "Content-Type: multipart/\(kind);\(root.map { " type=\"\($0)\";" } ?? "")\r\n boundary=\"\(boundary)\"\r\n\r\n"
            + parts.map { "--\(boundary)\r\n\($0.text)" }.joined() + "--\(boundary)--\r\n"
    }

    /// Creates a part that contains a text twice: as plain text and as HTML (RFC 2046 §5.1.4).
    init(plain: String, html: String, pictures: [MIMEPart]) throws {
        let page = MIMEPart(text: html, type: "text/html")
        try self.init(
            "alternative",
            [
                MIMEPart(text: plain, type: "text/plain"),
                pictures.isEmpty ? page : MIMEPart("related", root: "text/html", [page] + pictures),
            ])
    }

    /// The whole part as text. In a mail, this text follows the header fields of the mail itself, such as its subject.
    var serialized: String { text }
}

/// The quoted-printable encoding (RFC 2045 §6.7).
enum QuotedPrintable {
    private static let longest = 76

    static func encoded(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(Array($0.utf8)) + "\r\n" }.joined()
    }

    private static func line(_ bytes: [UInt8]) -> String {
        var lines = ""
        var width = 0
        for (index, byte) in bytes.enumerated() {
            let isLast = index + 1 == bytes.count
            let isBlank = byte == 0x20 || byte == 0x09
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast
            // If the text continues on the next line, the line ends with “=” (a soft line break), which needs room for
            // one character.
            if width + (isPlain ? 1 : 3) > longest - 1 {
                lines += "=\r\n"
                width = 0
            }
            // Some mail programs change lines that begin with a dot or “From ”, even if a soft line break comes before
            // such a line.
            let isRisky = width == 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
            let encoded = isPlain && !isRisky ? String(UnicodeScalar(byte)) : "=" + hexadecimal(byte)
            lines += encoded
            width += encoded.utf8.count
        }
        return lines
    }

    /// Encodes a character for an encoded word. The result is allowed in every header field (RFC 2047 §4.2 and §5).
    static func encodedCharacter(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case " ": "_"
        case "0"..."9", "A"..."Z", "a"..."z", "!", "*", "+", "-", "/": String(scalar)
        default: String(scalar).utf8.map { "=" + hexadecimal($0) }.joined()
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0\(digits)" : digits
    }
}
