/// A server-sent event (WHATWG HTML, 9.2) with a name and data of one or more lines.
package struct ServerSentEvent {
    let name: String
    let data: String
    /// The number of milliseconds between the end of the stream and the browser’s attempt to reconnect; nil keeps the
    /// browser’s current setting.
    let retry: Int?

    package init(name: String, data: String, retry: Int? = nil) {
        self.name = name
        self.data = data
        self.retry = retry
    }

    /// The text of the event as the server sends it. Each line of the data gets its own `data:` field, so no text in
    /// the data can start another field. A line ends with a line feed, a carriage return, or both.
    package var text: String {
        // The loop reads bytes instead of `Character`s, because Swift treats CR LF, and LF with a combining mark, as a
        // single `Character`.
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
