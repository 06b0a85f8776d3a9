import Gate
import KeyboardFixture

/// A simulated USB scanner that is connected to the browser's computer. The scanner acts as a keyboard that types the
/// scanned text.
public struct USBScanner {
    private let host: KeyboardHost
    private var sendsPositions = true

    /// Connects a scanner to a computer with the given keyboard layout.
    ///
    /// - Parameter layout: the computer's keyboard layout, by its name in xkeyboard-config, such as `us`, `de` or `fr`.
    public init(layout: String) throws { host = try KeyboardHost(layout) }

    /// A scanner whose key presses contain only the characters, without the positions of the keys.
    public var withoutPositions: USBScanner {
        var scanner = self
        scanner.sendsPositions = false
        return scanner
    }

    /// The key that a scanner presses after a text.
    public enum End: String, Sendable {
        case enter = "Enter"
        case tab = "Tab"
        case nothing = ""
    }

    /// Types into the focused element as fast as scanners do. According to the time stamps of the events, each key is
    /// pressed for two milliseconds, and the next key follows two milliseconds later.
    public func type(_ text: String, on browser: WebDriver, end: End = .enter) async throws {
        var time = try await browser.script("return (performance.timeOrigin + performance.now()) / 1000").number ?? 0
        func press(_ kind: String, _ code: String, _ key: String, shift: Bool) async throws {
            time += 0.002
            var event: [String: WireValue] = [
                "type": .text(kind), "key": .text(key), "modifiers": shift ? 8 : 0, "timestamp": .number(time),
            ]
            if sendsPositions { event["code"] = .text(code) }
            if kind == "keyDown", key.count == 1 { event["text"] = .text(key) }
            if kind == "keyDown", key == "Enter" { event["text"] = "\r" }
            try await browser.cdp("Input.dispatchKeyEvent", .object(event))
        }
        for one in try host.presses(text) {
            if one.isShifted { try await press("rawKeyDown", "ShiftLeft", "Shift", shift: true) }
            try await press(one.key.count == 1 ? "keyDown" : "rawKeyDown", one.code, one.key, shift: one.isShifted)
            try await press("keyUp", one.code, one.key, shift: one.isShifted)
            if one.isShifted { try await press("keyUp", "ShiftLeft", "Shift", shift: false) }
        }
        if end != .nothing {
            try await press(end == .enter ? "keyDown" : "rawKeyDown", end.rawValue, end.rawValue, shift: false)
            try await press("keyUp", end.rawValue, end.rawValue, shift: false)
        }
    }
}
