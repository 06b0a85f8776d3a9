package import HTTPTypes
import Hummingbird
package import Languages
package import Management
package import NIOCore
import Store
package import Ticketing

/// The context that Hummingbird, the server framework, passes on with each request.
package struct PageRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel
    /// The request's id, which is sent in the response and written to the log.
    let requestID: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        requestID = RequestID().description
    }

    /// The client whose request a proxy has forwarded; nil if the request came without a proxy.
    var forwardedClient: Forwarding.Client?

    /// Whether the server is configured to run behind a proxy.
    var isBehindProxy = false

    /// The numeric IP address at the other end of the connection: the proxy's, if a proxy has forwarded the request;
    /// otherwise the client's.
    var remoteAddress: String? { channel.remoteAddress?.ipAddress }

    /// The numeric IP address of the client, even if a proxy has forwarded the request.
    var peer: String? { forwardedClient?.address ?? remoteAddress }

    /// Whether the client runs on this machine. Always false behind a proxy: if the proxy runs on this machine and
    /// sends no forwarding headers, every client would otherwise seem to run here.
    func isFromThisMachine(_ headers: HTTPFields) -> Bool {
        !isBehindProxy && !Forwarding.isForwarded(headers) && IPLiteral(channel.remoteAddress)?.isLoopback ?? false
    }

    /// Marks the connection as signed in, because a request had a valid session, phone secret or API token. The server
    /// does not close a signed-in connection to make room for other connections.
    func markSignedIn() { channel.triggerUserOutboundEvent(ConnectionRegistryHandler.SignedInEvent(), promise: nil) }

    /// Extends the time limit for the rest of this request.
    func extendDeadline(_ duration: Duration) async throws {
        try await channel.triggerUserOutboundEvent(RequestDeadlineHandler.DeadlineExtension(duration: duration)).get()
    }
}

/// The place of a page in the site: its area, its tab and its subject.
package struct PageLocation: Sendable {
    /// The name of the current tab; nil on pages without tabs. For the tab `orders`, for example, the template value
    /// `at_orders` is set.
    let tab: String?
    /// The subject of the page, such as `Order 1234`, which is shown before the page's title; nil if there is no
    /// subject.
    let title: Sentence?
    /// The area of the desk to which the page belongs; nil for pages outside of the desk. For the area `check_in`, for
    /// example, the template value `in_check_in` is set.
    let area: String?

    package init(area: String? = nil, tab: String? = nil, title: Sentence? = nil) {
        self.area = area
        self.tab = tab
        self.title = title
    }
}

/// A request that a route's handler receives.
package struct PageRequest: Sendable {
    /// A sentence about people whom no message reaches.
    package struct UnreachedRemark: Sendable {
        package let sentence: Sentence
        /// Whether the sentence names only some of these people.
        package let isShortened: Bool

        package init(sentence: Sentence, isShortened: Bool) {
            self.sentence = sentence
            self.isShortened = isShortened
        }
    }

    private let request: Request
    private let context: PageRequestContext
    package let server: ServerContext
    package let arrival = ContinuousClock.now
    private let bodyLimit: BodyLimit
    /// The credentials in the browser’s cookies. They have not been checked in the store yet.
    package let credentials: BrowserCredentials?
    /// The fields of the form. Nil until the check of the CSRF token has read the fields.
    private(set) var fields: FormFields?
    /// A remark about the people whom no message about the completed action reaches; nil if messages reach everybody.
    package var unreached: UnreachedRemark?
    package private(set) var file: UploadedFile?

    init(_ request: Request, _ context: PageRequestContext, _ server: ServerContext, _ route: Route) throws {
        var head = request.head
        if route.ignoresCookies { head.headerFields[.cookie] = nil }
        let request = Request(head: head, body: request.body)
        self.request = request
        self.context = context
        self.server = server
        bodyLimit = route.limit
        credentials = try BrowserCredentials(request.headers, for: route.access)
    }

    package var id: String { context.requestID }
    package var headers: HTTPFields { request.headers }
    package var method: HTTPRequest.Method { request.method }
    package var peer: String? { context.peer }
    func markSignedIn() { context.markSignedIn() }
    /// The path and the query of the URL.
    package var target: String { request.uri.string }
    package var isSafeMethod: Bool { [.get, .head].contains(request.method) }

    /// Whether the client accepts HTML, and the path is outside the API.
    package var wantsHTML: Bool {
        !request.uri.path.hasPrefix("/api/") && (headers[.accept]?.contains("text/html") ?? false)
    }

    /// Whether the client accepts JSON, for example because it is a script that shows the answer to a form on the same
    /// page.
    package var wantsJSON: Bool { headers[.accept]?.contains("application/json") ?? false }

    /// The client’s address and user agent, and the cookie that marks a browser in which somebody has signed in before.
    /// Limits on sign-in attempts are based on these three values.
    ///
    /// - Throws: `Problem` 400 if the peer has no IP address.
    package func caller() throws -> Authenticator.Client {
        guard let address = peer.flatMap({ ClientAddress($0) }) else { throw Problem(.badRequest) }
        let secret = try Cookies(from: headers[values: .cookie])[BrowserCredentials.browserCookie]
            .flatMap { try AccessSecret(encoded: $0.value) }
        return Authenticator.Client(
            address, userAgent: headers[.userAgent], browser: try KnownBrowserCookie(presented: secret))
    }

    /// The language in which the visitor sees public pages and gates' pages.
    package var language: Language { Language(for: request) }

    /// The language in which the visitor sees the desk, sign-in and account pages.
    package var deskLanguage: Language { language.ofDesk }

    /// The base URL with which the client reached this server, such as `https://laptop.local:8443`. Nil if the request
    /// has no host name.
    package var origin: String? {
        request.head.authority.map { "\(context.forwardedClient?.scheme ?? server.scheme)://\($0)" }
    }

    /// Whether the host name in the request is a loopback name. A link with a loopback name would not work on another
    /// machine.
    package var isLoopbackHost: Bool {
        let name = request.head.authority ?? ""
        return ["localhost", "127.", "[::1]"].contains { name.lowercased().hasPrefix($0) }
    }

    package var now: Instant { server.now() }

    /// A path parameter such as `:event`, percent-decoded.
    package func pathParameter(_ name: String) -> String? { context.parameters.get(name) }

    package func joinedPathParameters(_ names: String...) -> String {
        names.map { pathParameter($0) ?? "" }.joined(separator: "/")
    }

    /// A field of the query, decoded; nil if the field is absent or the query is malformed.
    package func query(_ name: String) -> String? { (try? queryFields())?.values(name).first }

    /// The fields of the query.
    ///
    /// - Throws: `Problem` 400 if the query is malformed.
    package func queryFields() throws -> FormFields {
        try FormFields(encoded: target.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
    }

    /// Checks that the request has credentials. A request that changes something must also have the CSRF token that the
    /// pages of this server contain.
    ///
    /// - Throws: `SignInRequired`; `Problem`.
    mutating func requireCredentials() async throws {
        if isSafeMethod {
            guard credentials != nil else { throw SignInRequired() }
            return
        }
        if bodyLimit.files == .one { try await receiveUpload() }
        if fields == nil, FormFields.isForm(headers) {
            fields = try FormFields(await body(), headers, limit: bodyLimit.fields)
        }
        guard let credentials else { throw SignInRequired() }
        let code = try CSRFToken.header.flatMap { headers[$0] } ?? fields?.value(CSRFToken.field)
        guard try CSRFToken(credentials.secret).matches(code) else {
            // A wrong CSRF token can come from a page of a session that has ended. The sign-in page then keeps the
            // form's fields.
            guard code == nil else { throw SignInRequired() }
            throw Problem(.forbidden, .foreignForm)
        }
    }

    /// Receives a form that can be long and can contain a file. If nobody is signed in, discards the file, and keeps
    /// the fields for the sign-in page only if the form has a normal length.
    ///
    /// - Throws: `SignInRequired` if nobody is signed in; `Problem`.
    private mutating func receiveUpload() async throws {
        do {
            try await withServices { _ in }
        } catch is SignInRequired {
            fields = try? await shortForm()
            throw SignInRequired()
        }
        guard let credentials, MultipartForm.matches(headers) else { return }
        guard let permit = ConcurrencyPermit("files", in: server.uploadLimiter) else { throw Problem.busy }
        let code = try CSRFToken(credentials.secret)
        var form = try MultipartForm(headers, limit: bodyLimit) { code.matches($0) }
        try await forEachChunk(of: bodyLimit) { try form.consume($0) }
        let (fields, bytes) = try form.end()
        (self.fields, file) = (fields, try bytes.map { try UploadedFile($0, permit) })
    }

    private func shortForm() async throws -> FormFields {
        guard MultipartForm.matches(headers) else { return try FormFields(await body(of: .form), headers) }
        var form = try MultipartForm(headers, limit: .form) { _ in true }
        try await forEachChunk(of: .form) { try form.consume($0) }
        return try form.end().fields
    }

    /// Runs `work` with the rights of the signed-in user, on a thread that can wait for the store. Messages to many
    /// people can be queued only if the form contains a confirmation of these messages.
    ///
    /// - Parameter threads: the threads to use; nil means the default threads.
    /// - Throws: `SignInRequired` if the session is unknown or has ended; any error of `work`.
    package func withServices<Result: Sendable>(
        on threads: StoreThreads? = nil, _ work: @escaping @Sendable (ManagementServices) throws -> Result
    ) async throws -> Result {
        try await withServicesAtGate(on: threads) { services, _ in try work(services) }
    }

    /// Like `withServices`, but for a request to a gate. Such a request can also come from a paired phone. `work` also
    /// receives the phone, or nil if the sender is a user.
    ///
    /// - Parameter deadline: the time at which the request stops waiting for the store; nil means no time limit.
    /// - Throws: the errors of `withServices`.
    package func withServicesAtGate<Result: Sendable>(
        on threads: StoreThreads? = nil, until deadline: ContinuousClock.Instant? = nil,
        as presence: Authenticator.PhoneActivity = .interactive,
        _ work: @escaping @Sendable (ManagementServices, WebDevice?) throws -> Result
    ) async throws -> Result {
        guard let credentials else { throw SignInRequired() }
        let (server, context) = (server, context)
        let confirmed = try fields?.value(RecipientConfirmation.field).flatMap { RecipientConfirmation.people($0) }
        let authorized: @Sendable (Store) throws -> Result = { store in
            guard
                let found = try credentials.services(at: Authenticator(to: store, clock: server.now), as: presence)
            else { throw SignInRequired() }
            context.markSignedIn()
            let services = found.services.applying { server.noticePolicy }
                .pricing({ server.smsPrice }, ifSendingSMS: { server.sendsSMS })
            return try work(confirmed.map { services.allowingMessages(to: $0) } ?? services, found.device)
        }
        let threads = threads ?? server.storeThreads
        guard let deadline else { return try await threads.run(authorized) }
        return try await threads.run(until: deadline) { try authorized($0.withDeadline(until: deadline)) }
    }

    /// A response with an HTML page. Adds the template values that every page and form needs.
    ///
    /// - Parameters:
    ///   - language: the language of the page; nil means the language of the desk.
    ///   - antiforgery: the CSRF token of a session that starts with this response; nil means the CSRF token of the
    ///     request's session.
    ///   - embedders: the sites that may show the page in a frame.
    package func page(
        _ template: String, title: Sentence, in language: Language? = nil, side: PageRenderer.Side = .attendee,
        status: HTTPResponse.Status = .ok, _ context: [String: TemplateContext.Value] = [:],
        antiforgery: CSRFToken? = nil, embedders: [WebOrigin] = []
    ) throws -> RouteResponse {
        let language = language ?? deskLanguage
        var context = context
        if status.kind == .clientError {
            let text =
                if case .sentence(let fault) = context["fault"] { fault } else { Sentence(DeskSentence.unchanged) }
            if context["errors"] == nil {
                let tags = server.pages.tags(of: template)
                context["errors"] = ErrorSummary(of: context, inOrderOf: tags).templateValue(text)
            }
        }
        if let code = try antiforgery ?? credentials.map({ try CSRFToken($0.secret) }) {
            context[CSRFToken.field] = .text(code.code)
            // The id of this request distinguishes the forms of this page from the forms of every other page.
            context["form_id"] = .text(id)
        }
        if credentials?.isPairedPhone == true { context["paired"] = .section(TemplateContext([:])) }
        let location = server.location(self)
        if let tab = location.tab { context["at_\(tab.replacing("-", with: "_"))"] = .section(TemplateContext([:])) }
        // If nobody is signed in, the page has no links to the areas of the desk, because they would open the sign-in
        // page.
        if let area = location.area, credentials != nil {
            context["desk_shell"] = .section(TemplateContext([:]))
            context["in_\(area)"] = .section(TemplateContext([:]))
            // `scripts/guard.js` then asks before a link discards the values of the refused form.
            if status == .unprocessableContent, !isSafeMethod {
                context["form_refused"] = .section(TemplateContext([:]))
            }
        }
        let title = location.title.map { Sentence.list([$0, title], separator: " · ") } ?? title
        let policy = ContentSecurityPolicy(
            scripts: server.pages.scripts(of: template), authority: request.head.authority,
            registersPushWorker: server.pages.registersPushWorker(template), embedders: embedders)
        if let nonce = policy.nonce { context["nonce"] = .text(nonce) }
        let isRefused = status.kind == .clientError
        var answer = RouteResponse.page(
            try server.pages.html(template, title: title, in: language, isRefused: isRefused, side: side, context))
        answer.status = status
        answer.headers[.contentSecurityPolicy] = policy.text
        return answer
    }

    /// A response with an HTML page in the visitor’s language. The page links to itself in the other languages. If the
    /// visitor has followed such a link, returns `languageChoice` instead.
    package func localizedPage(
        _ template: String, title: Sentence, side: PageRenderer.Side = .attendee, status: HTTPResponse.Status = .ok,
        _ context: [String: TemplateContext.Value] = [:]
    ) throws -> RouteResponse {
        if let choice = languageChoice { return choice }
        var context = context
        // A link cannot send a form again, so the response to a form has no links to other languages.
        if isSafeMethod { context["languages"] = languageLinks() }
        var answer = try page(template, title: title, in: language, side: side, status: status, context)
        answer.headers[.contentLanguage] = language.rawValue
        return answer
    }

    /// The response to a visitor who has followed a link that chooses a language; nil for other requests, and for
    /// pseudo-languages of tests. The response sets a cookie with the language, and redirects to the same page without
    /// the language in its URL, because a shared URL must not change the language of other people.
    package var languageChoice: RouteResponse? {
        guard isSafeMethod, let chosen = Language(inQueryOf: request), !chosen.isPseudo else { return nil }
        let query = otherFields.encoded
        return RouteResponse.seeOther(query.isEmpty ? request.uri.path : "\(request.uri.path)?\(query)")
            .settingCookie(Language.cookie, to: chosen.rawValue, maxAge: 365 * 86_400, site: .lax)
    }

    /// The fields of the query except the language; empty if the query is malformed.
    private var otherFields: FormFields {
        (try? queryFields())?.without { $0 == Language.parameter } ?? FormFields(values: [])
    }

    private func languageLinks() -> TemplateContext.Value {
        let others = otherFields.values
        let choices = Language.offered.map { choice in
            let fields = FormFields(values: others + [(Language.parameter, choice.rawValue)])
            var context: [String: TemplateContext.Value] = [
                "href": .text("\(request.uri.path)?\(fields.encoded)"), "code": .text(choice.rawValue),
                "name": .text(choice.nativeName),
            ]
            if choice == language { context["current"] = .section(TemplateContext([:])) }
            return TemplateContext(context)
        }
        return .section(TemplateContext(["choices": .list(choices)]))
    }

    /// The fields of a form.
    ///
    /// - Throws: `Problem` 413 for a form that is too large, 415 for another media type, 400 for malformed form data.
    package func form() async throws -> FormFields {
        if let fields { return fields }
        return try FormFields(await body(), headers, limit: bodyLimit.fields)
    }

    /// Reads the whole body.
    ///
    /// - Throws: `Problem` 413 if the body is larger than the route's limit. If Content-Length is above the limit,
    ///   nothing is read.
    package func body() async throws -> ByteBuffer { try await body(of: bodyLimit) }

    private func body(of bodyLimit: BodyLimit) async throws -> ByteBuffer {
        var body = ByteBuffer()
        try await forEachChunk(of: bodyLimit) { body.writeImmutableBuffer($0) }
        return body
    }

    /// Passes the body to `handle` in chunks.
    ///
    /// - Throws: the errors of the method `body`; the errors of `handle`.
    private func forEachChunk(of bodyLimit: BodyLimit, _ handle: (ByteBuffer) throws -> Void) async throws {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > bodyLimit.bytes {
            throw Problem.tooLarge(limit: bodyLimit.bytes)
        }
        if let time = bodyLimit.time { try await context.extendDeadline(time) }
        var count = 0
        for try await part in request.body {
            count += part.readableBytes
            guard count <= bodyLimit.bytes else { throw Problem.tooLarge(limit: bodyLimit.bytes) }
            try handle(part)
        }
    }
}
