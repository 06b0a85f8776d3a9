import Gate
import HTTPTypes
import NIOCore
import TicketToken

/// Pictures of a camera, read here: browsers can't all do that, and none as well.
extension GateDesk {
    static let frameLimit = BodyLimit(bytes: Frame.longest * Frame.longest, time: .seconds(10))

    /// `POST /gate/:event/frame`
    func frame(_ visit: Visit) async throws -> Answer {
        let worker = try await visit.gateWorker(.open)
        guard [nil, "application/octet-stream"].contains(visit.headers[.contentType].map(FormFields.mediaType)) else {
            throw Problem(.unsupportedMediaType, "A frame is its luminance alone, as application/octet-stream.")
        }
        let query = try visit.queryFields()
        let order = try GateOrder(
            request: query.one("request"), gate: query.one("gate"), function: query.number("function"),
            direction: query.one("direction"), count: query.number("count"), worker)
        let seen = try query.one("seen")?.split(separator: ",").map(String.init) ?? []
        let (width, height) = (try query.number("width") ?? 0, try query.number("height") ?? 0)
        guard width <= Frame.longest, height <= Frame.longest else {
            throw Problem(.contentTooLarge, "A frame has at most \(Frame.longest) pixels a side.")
        }
        guard let depth = Frame.Depth(rawValue: try query.number("depth") ?? 8) else {
            throw Problem(.badRequest, "The field depth is 4 or 8 bits a pixel.")
        }
        guard Frame.isSize(width: width, height: height),
            visit.headers[.contentLength].flatMap({ Int($0) })
                == Frame.length(width: width, height: height, depth: depth)
        else { throw Problem(.badRequest, "The body must have width × height × depth / 8 octets, and announce them.") }
        guard frames.take(worker.browser) else {
            throw Problem(.conflict, "A frame of this browser is still being read.")
        }
        defer { frames.giveBack(worker.browser) }
        guard await room.take() else { throw Problem.busy }
        let reading: FrameReaders.Reading
        do {
            guard
                let frame = Frame(width: width, height: height, luminance: try await visit.body(), depth: depth)
            else { throw Problem(.badRequest, "The body must have width × height × depth / 8 octets.") }
            reading = await readers.read(frame)
        } catch {
            await room.giveBack()
            throw error
        }
        await room.giveBack()
        return try await answer(reading, seen: seen, order, visit)
    }

    private func answer(
        _ reading: FrameReaders.Reading, seen: [String], _ order: GateOrder, _ visit: Visit
    ) async throws -> Answer {
        switch reading {
        case .trouble: throw Problem(.serviceUnavailable, "Frames can’t be read now; type the code, or use a scanner.")
        case .givenUp: return .nothing()
        case .texts(let texts):
            var names: Set<String> = []
            // One ticket may be printed twice on a page: the same symbol again is no other ticket.
            let named = try texts.map { (name: try SymbolName.of($0), text: $0) }.filter {
                names.insert($0.name).inserted
            }
            guard named.count(where: { GateDesk.isToken($0.text) }) < 2 else {
                return SeveralTickets(order: order).answer().naming(named.map(\.name))
            }
            let isBesideSeen = named.contains { seen.contains($0.name) }
            // What hangs on the wall beside a ticket is no other scan: its refusal would cover the ticket's admission.
            let new = named.filter { !seen.contains($0.name) && (!isBesideSeen || GateDesk.isToken($0.text)) }
            var answer = Answer.nothing()
            if !new.isEmpty {
                // Sending and reading took a while: somebody may have been sent away meanwhile.
                answer = try await decide(
                    order.scan(new.map(\.text)), for: order, try await visit.gateWorker(), names: .text)
            }
            return answer.naming(named.map(\.name))
        }
    }

    /// Whether a text can be taken apart as a token, genuine or not.
    private static func isToken(_ text: [UInt8]) -> Bool {
        if case .success = UnverifiedToken.read(text.span) { true } else { false }
    }
}

/// The answer to a picture that shows several tickets: none of them is decided, since one verdict on the screen would stand
/// for whoever holds the other.
private struct SeveralTickets {
    let order: GateOrder

    func answer() -> Answer {
        .json(
            .object([
                ("verdict", .string("undecided")), ("word", .string("ONE AT A TIME")),
                ("why", .string("Several tickets are in view. Nobody is admitted: show one ticket alone.")),
                ("say", .array([])), ("request", .string(order.request)), ("symbol", .null), ("undoable", .bool(false)),
                ("places_left", .null), ("several", .bool(true)),
            ]))
    }
}

extension Answer {
    private static let symbol = HTTPField.Name("X-Symbol")

    /// Nothing was read, or nothing new.
    fileprivate static func nothing() -> Answer { Answer(status: .noContent, body: .bytes(ByteBuffer())) }

    /// - Parameter symbols: all that are in the picture, judged now or before. Of a picture that could not be read nobody
    ///   knows, and the answer names none; of an empty one it says so.
    fileprivate func naming(_ symbols: [String]) -> Answer {
        var answer = self
        if let name = Answer.symbol { answer.headers[name] = symbols.joined(separator: ",") }
        return answer
    }
}

extension FormFields {
    /// A number that is there once; nil without it.
    ///
    /// - Throws: `Problem` 400 for what is no whole number.
    func number(_ name: String) throws -> Int? {
        guard let text = try one(name), !text.isEmpty else { return nil }
        guard let number = Int(text), number >= 0 else { throw Problem(.badRequest, "A field is no number.") }
        return number
    }
}
