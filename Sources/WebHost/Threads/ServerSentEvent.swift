/// A server-sent event (WHATWG HTML, 9.2) with a name and data of one or more lines.
package struct ServerSentEvent {
    let name: String
    let data: String
    /// Milliseconds after which the browser reconnects; nil keeps the browser's current setting.
    let retry: Int?

    package init(name: String, data: String, retry: Int? = nil) {
        self.name = name
        self.data = data
        self.retry = retry
    }

    /// The text of the event as it is sent. A line feed, a carriage return, or both together end a line of the data, so
    /// that data can never start another field.
    package var text: String {
        // The loop reads bytes, because CR LF, or LF with a combining mark, would be a single `Character`.
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
