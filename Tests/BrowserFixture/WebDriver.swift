import AsyncHTTPClient
public import Foundation
import NIOCore
import EventFixture

/// One browser, as a person at it (W3C WebDriver). Every call waits at most a minute.
public final class WebDriver: Sendable {
    private let address: String
    private static let patience: Int64 = 60

    /// Starts a browser; `quit` ends it.
    ///
    /// - Parameters:
    ///   - film: what its camera sees; nil is a browser without a camera.
    ///   - options: more of Chromium's own.
    public init(on driver: Chromedriver, film: Film? = nil, options: [String] = []) async throws {
        let server = "http://127.0.0.1:\(driver.port)/session"
        let camera: [WireValue] =
            film.map {
                [
                    "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                    "--use-file-for-fake-video-capture=\($0.path)",
                ]
            } ?? []
        let arguments: [WireValue] = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
            "--autoplay-policy=no-user-gesture-required",
        ]
        let answer = try await WebDriver.call(
            "POST", server,
            [
                "capabilities": [
                    "alwaysMatch": [
                        "goog:loggingPrefs": ["browser": "ALL"],
                        "timeouts": ["script": 60_000, "pageLoad": 60_000],
                        "goog:chromeOptions": ["args": .list(arguments + camera + options.map { .text($0) })],
                    ]
                ]
            ])
        guard let id = answer["sessionId"].text else { throw Surprise("no browser: \(answer)") }
        address = "\(server)/\(id)"
    }

    public func quit() async throws { try await call("DELETE", "") }

    public func go(to url: String) async throws { try await call("POST", "/url", ["url": .text(url)]) }
    public func reload() async throws { try await call("POST", "/refresh", [:]) }
    public func back() async throws { try await call("POST", "/back", [:]) }

    /// What `return` gives in a function of that body; `arguments` are its arguments.
    @discardableResult
    public func script(_ body: String, _ arguments: WireValue...) async throws -> WireValue {
        try await call("POST", "/execute/sync", ["script": .text(body), "args": .list(arguments)])
    }

    /// What a promise comes to: the body is that of an asynchronous function.
    @discardableResult
    public func promise(_ body: String, _ arguments: WireValue...) async throws -> WireValue {
        let script = """
            const give = arguments[arguments.length - 1];
            (async () => { \(body) })()
                .then(value => give({value}), error => give({error: String(error)}));
            """
        let answer = try await call("POST", "/execute/async", ["script": .text(script), "args": .list(arguments)])
        if let error = answer["error"].text { throw Surprise("in the browser: \(error)") }
        return answer["value"]
    }

    /// Waits until an expression of JavaScript is true, on whatever page the browser is by then, and gives what it is.
    @discardableResult
    public func wait(until expression: String) async throws -> WireValue {
        let end = ContinuousClock.now + .seconds(55)
        var trouble = "it was never true"
        while ContinuousClock.now < end {
            do {
                let answer = try await script("const value = \(expression); return value ? {value} : null")
                if answer != .null { return answer["value"] }
            } catch {
                // Also when the page goes meanwhile.
                trouble = "\(error)"
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        let text = try await script("return document.body.innerText")
        throw Surprise(
            "waited in vain for \(expression): \(trouble)\non \(text.text ?? "")\nconsole: \(try await console())")
    }

    /// The first element that a CSS selector finds, once there is one.
    public func find(_ selector: String) async throws -> Element {
        try await wait(until: "document.querySelector(\(WebDriver.literal(selector))) !== null")
        let found = try await call("POST", "/element", ["using": "css selector", "value": .text(selector)])
        guard case .object(let reference) = found, let id = reference.values.first?.text else {
            throw Surprise("no \(selector)")
        }
        return Element(driver: self, id: id)
    }

    public func click(_ selector: String) async throws { try await find(selector).click() }
    public func type(_ text: String, into selector: String) async throws { try await find(selector).type(text) }
    /// Puts a value into a field that is not typed into: a time, or a choice.
    public func set(_ selector: String, to value: String) async throws {
        _ = try await find(selector)
        try await script(
            """
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event("change", { bubbles: true }));
            """, .text(selector), .text(value))
    }
    /// The text of the first element that there is.
    public func text(of selector: String) async throws -> String { try await find(selector).text }

    /// A command of Chromium's own protocol.
    @discardableResult
    public func cdp(_ command: String, _ parameters: WireValue = [:]) async throws -> WireValue {
        try await call("POST", "/goog/cdp/execute", ["cmd": .text(command), "params": parameters])
    }

    /// The bytes of a PNG.
    public func screenshot() async throws -> Data {
        guard let text = try await call("GET", "/screenshot").text, let data = Data(base64Encoded: text) else {
            throw Surprise("no screenshot")
        }
        return data
    }

    /// Faults that the console shows, and forgets by being asked: a script's, a page's that breaks its own policy, a
    /// request's that came to nothing.
    public func console() async throws -> [String] {
        try await call("POST", "/se/log", ["type": "browser"]).list
            .filter { $0["level"].text == "SEVERE" || $0["level"].text == "WARNING" }
            .compactMap(\.self["message"].text)
    }

    /// A text as JavaScript writes it.
    static func literal(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    @discardableResult
    func call(_ method: String, _ path: String, _ body: WireValue? = nil) async throws -> WireValue {
        try await WebDriver.call(method, address + path, body)
    }

    private static func call(_ method: String, _ url: String, _ body: WireValue?) async throws -> WireValue {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(try JSONEncoder().encode(body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(2 * patience))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        let value = try JSONDecoder().decode(WireValue.self, from: Data(bytes.readableBytesView))["value"]
        guard response.status == .ok else {
            throw Surprise("\(value["error"].text ?? ""): \(value["message"].text ?? "")")
        }
        return value
    }
}

/// One element of a page.
public struct Element: Sendable {
    let driver: WebDriver
    let id: String

    public func click() async throws { try await driver.call("POST", "/element/\(id)/click", [:]) }
    public func type(_ text: String) async throws {
        try await driver.call("POST", "/element/\(id)/value", ["text": .text(text)])
    }
    public func clear() async throws { try await driver.call("POST", "/element/\(id)/clear", [:]) }
    public var text: String { get async throws { try await get("text") } }
    /// What it is for who does not see it (WAI-ARIA), and by which name.
    public var role: String { get async throws { try await get("computedrole") } }
    public var label: String { get async throws { try await get("computedlabel") } }

    private func get(_ what: String) async throws -> String {
        try await driver.call("GET", "/element/\(id)/\(what)").text ?? ""
    }
}
