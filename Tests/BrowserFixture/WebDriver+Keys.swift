import EventFixture

extension WebDriver {
    /// Presses keys one after the other, wherever the focus is. WebDriver’s codes stand for keys without a character,
    /// such as `\u{E004}` for Tab and `\u{E007}` for Enter.
    public func pressKeys(_ keys: String) async throws {
        let actions = keys.flatMap { key -> [WireValue] in
            [["type": "keyDown", "value": .text(String(key))], ["type": "keyUp", "value": .text(String(key))]]
        }
        try await call(
            "POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .list(actions)]]])
    }

    /// Presses Tab until the focused element matches a CSS selector.
    ///
    /// - Throws: `Surprise` if Tab does not reach such an element.
    public func pressTab(to selector: String) async throws {
        for _ in 0..<150 {
            let isThere = try await script(
                "return document.activeElement !== null && document.activeElement.matches(arguments[0])",
                .text(selector))
            if isThere.isTrue { return }
            try await pressKeys("\u{E004}")
        }
        throw Surprise("Tab does not reach \(selector)")
    }
}
