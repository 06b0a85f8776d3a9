/// A server-sent event (WHATWG HTML, 9.2): its name and its data, which may have several lines.
struct ServerSentEvent {
    let name: String
    let data: String
    /// After so many milliseconds a browser connects again; nil changes nothing.
    var retry: Int? = nil

    /// The event as it is sent. A line feed, a carriage return or both end a line of the data wherever they stand, so no
    /// data can begin a field of its own.
    var text: String {
        // Bytes and not Characters: CR LF, or LF and a mark, would each be one Character.
        var lines: [[UInt8]] = [[]]
        var previous: UInt8 = 0
        for byte in data.utf8 {
            switch byte {
            case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): lines.append([])
            default: lines[lines.count - 1].append(byte)
            }
            previous = byte
        }
        let fields = lines.map { "data: \(String(decoding: $0, as: UTF8.self))\n" }.joined()
        return "event: \(name)\n\(retry.map { "retry: \($0)\n" } ?? "")\(fields)\n"
    }
}
