import Gate
import Languages
import HTTPTypes
import NIOCore
import TicketToken
import WebHost

/// Reads the QR codes in camera frames that phones send. Some browsers cannot read QR codes, and no browser reads them
/// as reliably as the server.
///
/// `scripts/frames.js` sends the frames.
extension GateRequestHandler {
    static let frameLimit = BodyLimit(bytes: Frame.maximumSide * Frame.maximumSide, time: .seconds(10))

    /// `POST /gate/:event/frame`: decides about the ticket in a camera frame.
    func frame(_ request: PageRequest) async throws -> RouteResponse {
        let worker = try await request.gateStaff(.polling)
        guard [nil, "application/octet-stream"].contains(request.headers[.contentType].map(FormFields.mediaType)) else {
            throw Problem(.unsupportedMediaType, .frameType)
        }
        let query = try request.queryFields()
        let gateRequest = try GateRequest(
            request: query.value("request"), gate: query.value("gate"), subEvent: query.number("sub_event"),
            direction: query.value("direction"), count: query.number("count"), worker)
        let seen = try query.value("seen")?.split(separator: ",").map(String.init) ?? []
        let (width, height) = (try query.number("width") ?? 0, try query.number("height") ?? 0)
        guard width <= Frame.maximumSide, height <= Frame.maximumSide else {
            throw Problem(.contentTooLarge, .frameTooLarge, ["most": .number(Frame.maximumSide)])
        }
        guard let depth = Frame.Depth(rawValue: try query.number("depth") ?? 8) else {
            throw Problem(.badRequest, .frameDepth)
        }
        guard Frame.isSize(width: width, height: height),
            request.headers[.contentLength].flatMap({ Int($0) })
                == Frame.length(width: width, height: height, depth: depth)
        else { throw Problem(.badRequest, .frameLength) }
        guard frameLimiter.acquire(worker.sender.clientKey) else {
            throw Problem(.conflict, .frameInProgress)
        }
        defer { frameLimiter.release(worker.sender.clientKey) }
        guard await frameSemaphore.acquire() else { throw Problem.busy }
        let reading: FrameReaderPool.Reading
        do {
            guard
                let frame = Frame(width: width, height: height, pixels: try await request.body(), depth: depth)
            else { throw Problem(.badRequest, .frameBodyLength) }
            reading = await readers.read(frame)
        } catch {
            await frameSemaphore.release()
            throw error
        }
        await frameSemaphore.release()
        return try await answer(reading, seen: seen, gateRequest, request)
    }

    private func answer(
        _ reading: FrameReaderPool.Reading, seen: [String], _ gateRequest: GateRequest, _ request: PageRequest
    ) async throws -> RouteResponse {
        switch reading {
        case .failed: throw Problem(.serviceUnavailable, .framesFail)
        case .timedOut: return .nothing()
        case .texts(let texts):
            var names: Set<String> = []
            // A printed page can have the same symbol twice, so equal symbols are treated as one symbol.
            let named = try texts.map { (name: try SymbolDigest.of($0), text: $0) }.filter {
                names.insert($0.name).inserted
            }
            guard named.count(where: { GateRequestHandler.isToken($0.text) }) < 2 else {
                return SeveralTicketsResponse(gateRequest: gateRequest, language: request.language).answer()
                    .listingSymbols(named.map(\.name))
            }
            let isBesideSeen = named.contains { seen.contains($0.name) }
            // A frame can show an admitted ticket together with a new symbol that is not a ticket, such as a symbol on
            // a poster. The new symbol is then ignored. Otherwise, its refusal would replace the ticket’s admission on
            // the screen.
            let new = named.filter { !seen.contains($0.name) && (!isBesideSeen || GateRequestHandler.isToken($0.text)) }
            var answer = RouteResponse.nothing()
            if !new.isEmpty {
                // Checks the sender’s rights again. It took some time to receive and read the frame, and the rights may
                // have been revoked during that time.
                answer = try await decide(
                    gateRequest.scan(new.map(\.text)), for: gateRequest, try await request.gateStaff(), names: .text)
            }
            return answer.listingSymbols(named.map(\.name))
        }
    }

    /// Whether a text has the format of a signed ticket token. The signature is not checked.
    private static func isToken(_ text: [UInt8]) -> Bool {
        if case .success = UnverifiedToken.decode(text.span) { true } else { false }
    }
}

/// The answer to a frame that shows several tickets. The gate gives no verdict on such a frame, because the holder of
/// one ticket could claim the verdict on another ticket.
private struct SeveralTicketsResponse {
    let gateRequest: GateRequest
    let language: Language

    func answer() -> RouteResponse {
        .json(
            .object([
                ("verdict", .string("undecided")), ("word", .string(language.text(GateWordSentence.oneAtATime))),
                ("why", .string(language.text(GateSentence.severalTickets))), ("say", .array([])),
                ("language", .string(language.rawValue)), ("request", .string(gateRequest.request)), ("symbol", .null),
                ("undoable", .bool(false)), ("people_left", .null), ("several", .bool(true)),
            ]))
    }
}

extension RouteResponse {
    private static let symbol = HTTPField.Name("X-Symbol")

    /// Status 204: the frame shows no new symbol, or the frame could not be read.
    fileprivate static func nothing() -> RouteResponse { RouteResponse(status: .noContent, body: .bytes(ByteBuffer())) }

    /// This answer with the header `X-Symbol`, which lists the symbols in the frame. An answer without this header
    /// means that the frame could not be read.
    ///
    /// - Parameter symbols: the names of all symbols in the frame, including symbols of earlier frames. Empty if the
    ///   frame has no symbols.
    fileprivate func listingSymbols(_ symbols: [String]) -> RouteResponse {
        var answer = self
        if let name = RouteResponse.symbol { answer.headers[name] = symbols.joined(separator: ",") }
        return answer
    }
}

extension FormFields {
    /// The whole number in a field, 0 or greater; nil if the field is absent or empty.
    ///
    /// - Throws: `Problem` 400 if the value is not a whole number or is less than 0, or if the field occurs twice.
    func number(_ name: String) throws -> Int? {
        guard let text = try value(name), !text.isEmpty else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw Problem(.badRequest, .numberFault, ["field": .text(name)])
        }
        return number
    }
}
