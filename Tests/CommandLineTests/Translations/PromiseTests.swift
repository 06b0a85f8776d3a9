import EventFixture
import Foundation
import Testing

@testable import Languages

/// A message reaches a person only if an address is known, a sender is set up, and messages to the address are not
/// stopped. So a sentence that says that a person gets a message must contain a condition.
@Suite("Promises of messages")
struct PromiseTests {
    /// The sentences that need no condition, with the reason.
    private static let exempt: [String: String] = [
        "We send a link to your address.":
            "The page shows it only if the server can send mail. It must not reveal that messages to an address are stopped.",
        "Each address gets one message.":
            "It is about addresses. Before that, the command names the people whom the message does not reach.",
    ]

    /// Splits a text into sentences, and joins the lines of each sentence.
    private static func sentences(of text: String) -> [String] {
        text.replacing(/([.:;?!])\s+|\n\s*\n/) { "\($0.1 ?? "")\u{0}" }.split(separator: "\u{0}").map {
            $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    /// Whether a sentence says without a condition that somebody gets a message.
    private static func promises(_ sentence: String) -> Bool {
        let gets =
            /\b(?:get|receive)s? (?:an?|the|one|another) (?:new )?(?:message|notice|mail|e-mail|SMS|reminder)s?\b/
        let getsReminders = /\b(?:get|receive)s? (?:a|the) (?:early|late|standard) reminders?\b/
        let isTold = /\b(?:is|are) (?:told|notified|informed)\b|\bwill (?:be (?:told|notified|informed)|hear)\b/
        let weTell = /\bwe (?:will )?(?:tell|notify|send|inform|write to)\b/
        let isSent = /^(?:the|\{count\}) (?:messages?|mails?|reminders?|tickets?) (?:is|are) (?:queued and )?sent\b/
        let hasPromise = [gets, getsReminders, isTold, weTell, isSent].contains { sentence.contains($0.ignoresCase()) }
        // “No messages are sent to this address” and “Set how messages are sent to phones” promise nothing.
        let isSentTo =
            sentence.contains(/\b(?:is|are) sent to\b/.ignoresCase())
            && !sentence.contains(/\b(?:no|nothing|how)\b/.ignoresCase())
        return (hasPromise || isSentTo) && !sentence.contains(/\b(?:if|when|unless|nobody)\b/.ignoresCase())
    }

    @Test(
        "A sentence that promises a message without a condition is found",
        arguments: [
            ("The buyer gets a message.", true), ("Each ticket holder gets a notice. The end.", true),
            ("The holders are told.", true), ("You will be notified.", true), ("We will write to you.", true),
            ("If the buyer has an address, the buyer gets a message.", false), ("A message is queued.", false),
            ("You get this message because you ordered tickets.", false),
            ("Optional. The tickets are sent to this address.", true),
            ("Each recipient gets the standard reminders that they have chosen.", true),
            ("The messages are sent as soon as possible.", true),
            ("{count} messages are queued and sent as soon as possible.", true),
            ("No messages are sent to this address.", false), ("Set how messages are sent to phones.", false),
            ("If a mail server is set up, the tickets are sent to this address.", false),
        ])
    func pattern(text: String, isPromise: Bool) {
        #expect(Self.sentences(of: text).contains(where: Self.promises) == isPromise)
    }

    @Test("No page, command or document promises a message without a condition")
    func promises() throws {
        var found: Set<String> = []
        let texts = CatalogueTypes.sentences.flatMap { sentence in sentence.forms.map { (sentence.name, $0) } }
        let names = try FileManager.default.contentsOfDirectory(atPath: Project.file("Docs").path)
            .filter { $0.hasSuffix(".md") || $0.hasSuffix(".yaml") }.map { "Docs/\($0)" }
        try #require(names.count > 10 && texts.count > 1000)
        let pages = try (names + ["README.md", "CONTRIBUTING.md"]).map { ($0, try Project.text(of: $0)) }
        for (name, text) in texts + pages {
            for sentence in Self.sentences(of: text) where Self.promises(sentence) {
                #expect(Self.exempt[sentence] != nil, "\(name): \(sentence)")
                found.insert(sentence)
            }
        }
        #expect(found == Set(Self.exempt.keys), "an exception is not needed any more")
    }
}
