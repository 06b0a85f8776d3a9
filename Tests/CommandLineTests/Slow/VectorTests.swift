import EventFixture
import Testing

@Suite("The command `token verify` with the test vectors of the token format", .lowPriority, .slow)
struct VectorTests {
    private let vectors: Vectors
    private let folder: TemporaryFolder

    init() throws {
        vectors = try Vectors.load()
        folder = try TemporaryFolder()
        try #require(folder.sh("eventpass init").status == 0)
        for (number, secret) in vectors.keys {
            let imported = try folder.sh("eventpass key import --number \(number)", input: Array("\(secret)\n".utf8))
            try #require(imported.status == 0, "\(imported)")
        }
    }

    private func verify(_ token: String, at now: Int64, event: UInt32?) throws -> Outcome {
        // The token of one vector ends with a line feed, which would add a second line to the input.
        let line = token.last?.isNewline == true ? String(token.dropLast()) : token
        let event = event.map { " --event \($0)" } ?? ""
        return try folder.sh("eventpass token verify --json --at @\(now)\(event)", input: Array("\(line)\n".utf8))
    }

    @Test("`token verify` accepts every valid token and prints its claims as JSON")
    func accepted() throws {
        #expect(!vectors.accept.isEmpty)
        for expected in vectors.accept {
            let claims = expected.claims
            // If the vector has no time, the test uses a time at which the token is valid.
            let now = expected.now ?? claims.validFrom ?? 1_800_000_000
            let outcome = try verify(expected.token, at: now, event: claims.event)
            let code = try #require(outcome.text.firstMatch(of: /"code":"([0-9A-Z-]{9})"/)?.1, "\(outcome)")
            let numbers =
                #""type":\#(claims.type),"admits":\#(claims.admits),"issue":\#(claims.issue),"#
                + #""valid_from":\#(text(claims.validFrom)),"valid_until":\#(text(claims.validUntil))"#
            let json =
                #"{"ok":true,"claims":{"suite":"\#(claims.suite)","key":\#(claims.key),"event":\#(claims.event),"#
                + #""serial":\#(claims.serial),"code":"\#(code)",\#(numbers)}}"#
            #expect(outcome.text == json + "\n", "\(expected.how ?? expected.token)")
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test("`token verify` refuses every invalid token for the reason that its vector states")
    func refused() throws {
        #expect(!vectors.refuse.isEmpty)
        for expected in vectors.refuse {
            let outcome = try verify(expected.token, at: expected.now ?? 1_800_000_000, event: expected.event)
            #expect(outcome.text == #"{"ok":false,"reason":"\#(expected.expect)"}"# + "\n", "\(expected.why)")
            #expect(outcome.status == 1)
            #expect(outcome.errors.isEmpty)
        }
    }

    @Test("`token verify` reads one token from each line, and its exit status is 1 if any token is invalid")
    func batch() throws {
        let good = try #require(vectors.accept.first).token
        let lines = [good, "rubbish", good].joined(separator: "\n")
        let outcome = try folder.sh("eventpass token verify --json", input: Array(lines.utf8))
        #expect(outcome.lines.map { $0.hasPrefix(#"{"ok":true"#) } == [true, false, true])
        #expect(outcome.status == 1)
    }

    private func text(_ number: Int64?) -> String { number.map(String.init) ?? "null" }
}
