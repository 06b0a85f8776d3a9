import FileAccess

/// Reads any bytes as a multipart form. The first line is the content type, and the following bytes are the body. The
/// result must not depend on how the body is split into chunks, and must never be larger than the body.
enum MultipartReading {
    private static let limits = MultipartReader.Limits(parts: 20, head: 512)

    private enum Outcome: Equatable {
        case parts([MultipartReader.Part], [[UInt8]])
        case fault(MultipartReader.Fault)
    }

    static func run(_ bytes: [UInt8]) throws {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let type = String(decoding: bytes[..<end], as: UTF8.self)
        let body = bytes[end...].dropFirst()
        let expected = try read(body, type, pieces: .max)
        for pieces in [1, 7] {
            guard try read(body, type, pieces: pieces) == expected else {
                throw FuzzFinding("chunks of \(pieces) bytes give another result")
            }
        }
        guard case .parts(let heads, let contents) = expected else { return }
        guard contents.reduce(0, { $0 + $1.count }) <= body.count, heads.count <= limits.parts else {
            throw FuzzFinding("the result has more bytes than the body, or too many parts")
        }
    }

    private static func read(_ body: ArraySlice<UInt8>, _ type: String, pieces: Int) throws -> Outcome {
        do {
            var reader = try MultipartReader(contentType: type, limits: limits)
            var heads: [MultipartReader.Part] = []
            var contents: [[UInt8]] = []
            var rest = body
            while !rest.isEmpty {
                let piece = rest.prefix(pieces)
                rest = rest.dropFirst(piece.count)
                try reader.read(piece) {
                    switch $0 {
                    case .begin(let part):
                        heads.append(part)
                        contents.append([])
                    case .bytes(let more): contents[contents.count - 1] += more
                    case .end: break
                    }
                }
            }
            try reader.end()
            return .parts(heads, contents)
        } catch let fault as MultipartReader.Fault {
            return .fault(fault)
        }
    }
}
