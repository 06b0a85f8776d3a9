import AsyncHTTPClient
public import Foundation
import NIOCore
import EventFixture

/// A browser that a test controls as a person would (W3C WebDriver). The timeout is one minute for a script or for
/// loading a page, and two minutes for a request to chromedriver.
public final class WebDriver: Sendable {
    private let address: String
    private static let timeoutSeconds: Int64 = 60

    /// Starts a browser; `quit` ends the browser.
    ///
    /// - Parameters:
    ///   - film: the video that the browser shows instead of a camera; nil for no camera.
    ///   - options: additional command-line options of Chromium.
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
        guard let id = answer["sessionId"].text else { throw Surprise("chromedriver started no browser: \(answer)") }
        address = "\(server)/\(id)"
    }

    public func quit() async throws { try await call("DELETE", "") }

    public func go(to url: String) async throws { try await call("POST", "/url", ["url": .text(url)]) }
    public func reload() async throws { try await call("POST", "/refresh", [:]) }
    public func back() async throws { try await call("POST", "/back", [:]) }

    /// Runs a function in the page and returns the function's result. In the function's body, `arguments` contains the
    /// arguments.
    @discardableResult
    public func script(_ body: String, _ arguments: WireValue...) async throws -> WireValue {
        try await call("POST", "/execute/sync", ["script": .text(body), "args": .list(arguments)])
    }

    /// Runs an asynchronous function in the page and returns the function's result.
    @discardableResult
    public func promise(_ body: String, _ arguments: WireValue...) async throws -> WireValue {
        let script = """
            const give = arguments[arguments.length - 1];
            (async () => { \(body) })()
                .then(value => give({value}), error => give({error: String(error)}));
            """
        let answer = try await call("POST", "/execute/async", ["script": .text(script), "args": .list(arguments)])
        if let error = answer["error"].text { throw Surprise("browser error: \(error)") }
        return answer["value"]
    }

    /// Waits until a JavaScript expression is true, even if other pages are loaded meanwhile, and returns the value of
    /// the expression. Throws an error after 55 seconds.
    ///
    /// - Parameters:
    ///   - interval: How long to wait between two runs of `action`.
    ///   - action: Runs at the beginning, and again after each interval.
    @discardableResult
    public func wait(
        until expression: String, each interval: Duration = .seconds(60), repeating action: () async throws -> Void = {}
    ) async throws -> WireValue {
        let end = ContinuousClock.now + .seconds(55)
        var trouble = "never true"
        var nextAction = ContinuousClock.now
        while ContinuousClock.now < end {
            if ContinuousClock.now >= nextAction {
                try await action()
                nextAction = .now + interval
            }
            do {
                let answer = try await script("const value = \(expression); return value ? {value} : null")
                if answer != .null { return answer["value"] }
            } catch {
                // The page may have been unloaded while the script ran.
                trouble = "\(error)"
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        let text = try await script("return document.body.innerText")
        throw Surprise(
            "timeout: \(expression): \(trouble)\non \(text.text ?? "")\nconsole: \(try await console())")
    }

    /// Waits until an element matches a CSS selector, and returns the first matching element.
    public func find(_ selector: String) async throws -> Element {
        try await wait(until: "document.querySelector(\(WebDriver.literal(selector))) !== null")
        let found = try await call("POST", "/element", ["using": "css selector", "value": .text(selector)])
        guard case .object(let reference) = found, let id = reference.values.first?.text else {
            throw Surprise("no element matches \(selector)")
        }
        return Element(driver: self, id: id)
    }

    public func click(_ selector: String) async throws { try await find(selector).click() }
    public func type(_ text: String, into selector: String) async throws { try await find(selector).type(text) }
    /// Sets the value of a field that can't be typed into, such as a time field or a list of choices.
    public func set(_ selector: String, to value: String) async throws {
        _ = try await find(selector)
        try await script(
            """
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event("change", { bubbles: true }));
            """, .text(selector), .text(value))
    }
    /// The text of the first element that matches a CSS selector. If the browser replaces the page between finding the
    /// element and reading its text, the element of the new page is read.
    public func text(of selector: String) async throws -> String {
        do { return try await find(selector).text } catch let error as Surprise
            where "\(error)".contains("stale element reference")
        { return try await find(selector).text }
    }

    /// Sends a command of Chromium's DevTools protocol.
    @discardableResult
    public func cdp(_ command: String, _ parameters: WireValue = [:]) async throws -> WireValue {
        try await call("POST", "/goog/cdp/execute", ["cmd": .text(command), "params": parameters])
    }

    /// A screenshot as PNG.
    public func screenshot() async throws -> Data {
        guard let text = try await call("GET", "/screenshot").text, let data = Data(base64Encoded: text) else {
            throw Surprise("chromedriver returned no screenshot")
        }
        return data
    }

    /// The errors and warnings in the console since the last call, such as script errors, violations of the content
    /// security policy and failed requests.
    public func console() async throws -> [String] {
        try await call("POST", "/se/log", ["type": "browser"]).list
            .filter { $0["level"].text == "SEVERE" || $0["level"].text == "WARNING" }
            .compactMap(\.self["message"].text)
    }

    /// A text as a JavaScript literal.
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
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(2 * timeoutSeconds))
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
    /// The element's role for assistive technology (WAI-ARIA), and its accessible name.
    public var role: String { get async throws { try await get("computedrole") } }
    public var label: String { get async throws { try await get("computedlabel") } }

    private func get(_ what: String) async throws -> String {
        try await driver.call("GET", "/element/\(id)/\(what)").text ?? ""
    }
}
