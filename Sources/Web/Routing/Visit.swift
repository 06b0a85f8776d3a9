import HTTPTypes
import Hummingbird
import Management
import NIOCore
import Store
import Ticketing

/// What the library keeps beside a request.
struct VisitContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel
    /// The same in the answer and in the log.
    let visitID: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        visitID = RequestID().description
    }

    /// Who asks, where a proxy hands on what they ask.
    var client: Forwarding.Client?

    /// Whether a proxy stands before the server.
    var isBehindProxy = false

    /// The address at the other end of the connection, in digits.
    var connected: String? { channel.remoteAddress?.ipAddress }

    /// The address of who asks, in digits.
    var peer: String? { client?.address ?? connected }

    /// Whether a program on this machine asks, and no proxy for somebody else. A proxy need not send any header, so no request
    /// counts as this machine's where the server is behind one.
    func isFromThisMachine(_ headers: HTTPFields) -> Bool {
        !isBehindProxy && !Forwarding.isForwarded(headers) && IPLiteral(channel.remoteAddress)?.isLoopback ?? false
    }

    /// Tells the connection that it showed a session, a paired phone's secret or a token that opens something.
    func markSignedIn() { channel.triggerUserOutboundEvent(ConnectionWatch.SignedIn(), promise: nil) }

    /// More time for the rest of this request.
    func grant(_ duration: Duration) async throws {
        try await channel.triggerUserOutboundEvent(RequestWatch.MoreTime(duration: duration)).get()
    }
}

/// One request, as its route sees it.
struct Visit: Sendable {
    private let request: Request
    private let context: VisitContext
    let house: House
    /// When the request came.
    let arrival = ContinuousClock.now
    private let limit: BodyLimit
    /// What the browser shows of itself; whether that still opens anything is for the office to say.
    let pass: Pass?
    /// The fields of a form that were read to see where it comes from.
    private(set) var fields: FormFields?
    /// What came with it.
    private(set) var file: SentFile?

    init(_ request: Request, _ context: VisitContext, _ house: House, _ route: Route) throws {
        self.request = request
        self.context = context
        self.house = house
        limit = route.limit
        pass = try Pass(request.headers, for: route.access)
    }

    var id: String { context.visitID }
    var headers: HTTPFields { request.headers }
    var method: HTTPRequest.Method { request.method }
    /// The address of who asks, in digits.
    var peer: String? { context.peer }
    /// Tells the connection that whoever asks is signed in.
    func markSignedIn() { context.markSignedIn() }
    /// The path, and the query.
    var target: String { request.uri.string }
    var isReading: Bool { [.get, .head].contains(request.method) }

    /// Whether a person asks, who is to see a page.
    var wantsPage: Bool {
        !request.uri.path.hasPrefix("/api/") && (headers[.accept]?.contains("text/html") ?? false)
    }

    /// - Throws: `Problem` where the peer has no address.
    func caller() throws -> Entrance.Caller {
        guard let address = peer.flatMap({ CallerAddress($0) }) else { throw Problem(.badRequest) }
        let shown = try Cookies(from: headers[values: .cookie])[Pass.browserCookie]
            .flatMap { try AccessSecret(text: $0.value) }
        return Entrance.Caller(address, agent: headers[.userAgent], browser: try BrowserMark(shown: shown))
    }

    /// Where pages of this server are, as whoever asks knows it: `https://laptop.local:8443`. Nil without a name.
    var origin: String? {
        request.head.authority.map { "\(context.client?.scheme ?? house.scheme)://\($0)" }
    }

    /// Whether that leads to this machine wherever it is opened.
    var isToThisMachine: Bool {
        let name = request.head.authority ?? ""
        return ["localhost", "127.", "[::1]"].contains { name.lowercased().hasPrefix($0) }
    }

    var now: Instant { house.now() }

    /// A part of the path that stands for something, as `:event` does, decoded.
    func part(_ name: String) -> String? { context.parameters.get(name) }

    /// Several of them, with strokes between.
    func path(_ names: String...) -> String { names.map { part($0) ?? "" }.joined(separator: "/") }

    /// A field of the query, decoded; nil without it, and where the query can't be read.
    func query(_ name: String) -> String? { (try? queryFields())?.all(name).first }

    /// The query, as forms that are sent by GET write it.
    ///
    /// - Throws: `Problem` 400.
    func queryFields() throws -> FormFields {
        try FormFields(encoded: target.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
    }

    /// Demands a pass, and of what changes something that a page of ours sent it.
    ///
    /// - Throws: `SignInNeeded`; `Problem`.
    mutating func showPass() async throws {
        if isReading {
            guard pass != nil else { throw SignInNeeded() }
            return
        }
        if limit.files == .one { try await receiveList() }
        if fields == nil, FormFields.isForm(headers) { fields = try FormFields(await body(), headers) }
        guard let pass else { throw SignInNeeded() }
        let code = try Antiforgery.header.flatMap { headers[$0] } ?? fields?.one(Antiforgery.field)
        guard try Antiforgery(pass.secret).isRight(code) else {
            // A session that is over may have left its forms in a tab: what was typed there is kept.
            guard code == nil else { throw SignInNeeded() }
            throw Problem(.forbidden, "This was not sent by a page of this server.")
        }
    }

    /// A form that may be long, and may bring a file, from somebody who is signed in. Of others, what was typed is kept
    /// where it is as short as other forms are; a file is not.
    private mutating func receiveList() async throws {
        do {
            try await office { _ in }
        } catch is SignInNeeded {
            fields = try? await shortForm()
            throw SignInNeeded()
        }
        guard let pass, MultipartForm.isOne(headers) else { return }
        guard let turn = Turn("files", in: house.files) else { throw Problem.busy }
        let code = try Antiforgery(pass.secret)
        var form = try MultipartForm(headers, limit: limit.bytes) { code.isRight($0) }
        try await eachPiece(of: limit) { try form.take($0) }
        let (fields, bytes) = try form.end()
        (self.fields, file) = (fields, try bytes.map { try SentFile($0, turn) })
    }

    private func shortForm() async throws -> FormFields {
        guard MultipartForm.isOne(headers) else { return try FormFields(await body(of: .form), headers) }
        var form = try MultipartForm(headers, limit: BodyLimit.form.bytes) { _ in true }
        try await eachPiece(of: .form) { try form.take($0) }
        return try form.end().fields
    }

    /// Works in the office that the pass opens, on a thread that may wait for the store.
    ///
    /// - Parameter threads: nil is those of the office.
    /// - Throws: `SignInNeeded` where it opens none, or not any more; what the work does.
    func office<Result: Sendable>(
        on threads: StoreThreads? = nil, _ work: @escaping @Sendable (Office) throws -> Result
    ) async throws -> Result {
        try await atGate(on: threads) { office, _ in try work(office) }
    }

    /// The same at a gate, where it may be a phone that asks: nil where it is a user.
    ///
    /// - Parameter deadline: when the store is given up; nil waits for a server that works.
    /// - Throws: as `office`.
    func atGate<Result: Sendable>(
        on threads: StoreThreads? = nil, until deadline: ContinuousClock.Instant? = nil,
        as presence: Entrance.Presence = .used,
        _ work: @escaping @Sendable (Office, WebDevice?) throws -> Result
    ) async throws -> Result {
        guard let pass else { throw SignInNeeded() }
        let (now, context) = (house.now, context)
        let enter: @Sendable (Store) throws -> Result = { store in
            guard let found = try pass.office(at: Entrance(to: store, clock: now), as: presence) else {
                throw SignInNeeded()
            }
            context.markSignedIn()
            return try work(found.office, found.device)
        }
        let threads = threads ?? house.office
        guard let deadline else { return try await threads.run(enter) }
        return try await threads.run(until: deadline) { try enter($0.limited(until: deadline)) }
    }

    /// A page, with what its forms need.
    ///
    /// - Parameter antiforgery: of a session that began just now.
    func page(
        _ template: String, title: String, side: Pages.Side = .attendee, status: HTTPResponse.Status = .ok,
        _ facts: [String: Facts.Fact] = [:], antiforgery: Antiforgery? = nil
    ) throws -> Answer {
        var facts = facts
        // Who listens to a page hears its title first.
        if status.kind == .clientError {
            facts["is_refused"] = .one(Facts([:]))
            let words = if case .text(let fault) = facts["fault"] { fault } else { "Nothing is done yet." }
            if facts["errors"] == nil { facts["errors"] = ErrorSummary(of: facts).fact(words) }
        }
        if let code = try antiforgery ?? pass.map({ try Antiforgery($0.secret) }) {
            facts[Antiforgery.field] = .text(code.code)
            // Tells the forms of this page from those of every other.
            facts["form_id"] = .text(id)
        }
        if pass?.isDevice == true { facts["paired"] = .one(Facts([:])) }
        if let tab = deskTab { facts["at_\(tab)"] = .one(Facts([:])) }
        let title = deskTitle.map { "\($0) · \(title)" } ?? title
        var answer = Answer.page(try house.pages.html(template, title: title, side: side, facts))
        answer.status = status
        answer.headers[.contentSecurityPolicy] =
            ContentSecurityPolicy(
                scripts: house.pages.scripts(of: template), authority: request.head.authority
            ).text
        return answer
    }

    /// The fields of a form.
    ///
    /// - Throws: `Problem` 413, 415 or 400.
    func form() async throws -> FormFields {
        if let fields { return fields }
        return try FormFields(await body(), headers)
    }

    /// The body, to its end.
    ///
    /// - Throws: `Problem` 413 above the route's limit: at once where the length is announced.
    func body() async throws -> ByteBuffer { try await body(of: limit) }

    private func body(of limit: BodyLimit) async throws -> ByteBuffer {
        var body = ByteBuffer()
        try await eachPiece(of: limit) { body.writeImmutableBuffer($0) }
        return body
    }

    /// Hands over the body piece by piece, likewise.
    private func eachPiece(of limit: BodyLimit, _ take: (ByteBuffer) throws -> Void) async throws {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit.bytes {
            throw Problem.tooLarge(limit: limit.bytes)
        }
        if let time = limit.time { try await context.grant(time) }
        var count = 0
        for try await part in request.body {
            count += part.readableBytes
            guard count <= limit.bytes else { throw Problem.tooLarge(limit: limit.bytes) }
            try take(part)
        }
    }
}
