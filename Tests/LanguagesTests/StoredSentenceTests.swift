import Testing

@testable import Languages

@Suite("Sentences in the store")
struct StoredSentenceTests {
    private enum Key: String, SentenceKey {
        static let subject = "storedSentenceTest"

        case left = "{count} left at {place}|{count} left at {place}, said {reason}"
        case full = "the hall “{hall}” is full"
    }

    @Test("A stored sentence is shown in the language of the reader, with its arguments and the form of its count")
    func stored() {
        let welcome = Sentence(GateSentence.welcomeTo, ["subEvent": "Reception"])
        let stored = Sentence(stored: welcome.stored)
        for language in Language.allCases { #expect(stored.text(in: language) == welcome.text(in: language)) }
        #expect(stored.stored == welcome.stored)
        let reason = Sentence(Key.full, ["hall": "a \"b\" \\ {c} ⟦d⟧"])
        let arguments: [String: SentenceArgument] = ["count": .number(1200), "place": "5", "reason": .sentence(reason)]
        let plural = Sentence(Key.left, arguments)
        let read = Sentence(stored: plural.stored)
        #expect(read.english == "1,200 left at 5, said the hall “a \"b\" \\ {c} ⟦d⟧” is full")
        #expect(read.text(in: .pseudo) == plural.text(in: .pseudo))
    }

    @Test("If a stored sentence has a name that the catalogue no longer contains, its stored English text is shown")
    func unknownName() {
        let text = #"{"arguments":{"host":"mail.example.org"},"forms":["{host} is asleep"],"name":"gone.asleep"}"#
        #expect(Sentence.isStored(text))
        #expect(Sentence(stored: text).text(in: .french) == "mail.example.org is asleep")
    }

    @Test(
        "Texts of servers and of earlier versions, and malformed sentences, are shown unchanged",
        arguments: [
            "", "250 OK", "not an e-mail address", "{", #"{"name":"gate.admit"}"#,
            #"{"arguments":{},"forms":[],"name":"gate.admit"}"#,
            #"{"arguments":{},"forms":["a","b","c"],"name":"gate.admit"}"#,
            #"{"arguments":{"x":{"arguments":{},"forms":[],"name":"a"}},"forms":["{x}"],"name":"gate.admit"}"#,
            #"{"arguments":{"x":1.5},"forms":["{x}"],"name":"gate.admit"}"#,
        ])
    func words(text: String) {
        #expect(!Sentence.isStored(text))
        for language in [Language.english, .swahili, .pseudo] {
            #expect(Sentence(stored: text).text(in: language) == text)
        }
    }

    @Test("A stored sentence is short, even if a server has sent a long text")
    func long() {
        let long = Sentence(Key.full, ["hall": .text(String(repeating: "x", count: 100_000))])
        #expect(long.stored.count < 1000 && Sentence.isStored(long.stored))
    }

    @Test(
        """
        A stored text that would become a very long or deeply nested sentence is shown unchanged; a server’s text is \
        never interpreted as a sentence
        """)
    func hostile() {
        func nested(_ times: Int, _ depth: Int) -> String {
            (0..<depth).reduce("\"x\"") { inner, _ in
                let form = String(repeating: "{a}", count: times)
                return "{\"arguments\":{\"a\":\(inner)},\"forms\":[\"\(form)\"],\"name\":\"b\"}"
            }
        }
        #expect(Sentence.isStored(nested(2, 3)) && Sentence(stored: nested(2, 3)).english.count == 8)
        for text in [nested(300, 3), nested(60, 4), nested(1, 20), nested(1, 60), nested(2000, 1)] {
            #expect(Sentence(stored: text).english == text)
        }
        let words = "e" + String(repeating: "\u{301}", count: 5000)
        let own = Sentence(Key.full, ["hall": .text(words)])
        #expect(own.stored == own.english)

        let forged = Sentence(GateSentence.welcomeTo, ["subEvent": "Reception"]).stored
        #expect(Sentence(stored: Sentence.stored(words: forged)).text(in: .swahili) == " \(forged)")
        #expect(Sentence.stored(words: "250 OK") == "250 OK")
    }
}
