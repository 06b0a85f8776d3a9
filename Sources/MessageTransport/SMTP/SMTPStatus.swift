/// An enhanced status code of mail servers, such as `5.1.1` (RFC 3463).
struct SMTPStatus: Hashable {
    let code: String
    /// The second number, which is the subject of the status: 1 is the address, 2 the mailbox, 3 the server, 4 the
    /// network, 5 the protocol, 6 the content, and 7 the policy.
    let subject: Int

    /// Reads the code at the beginning of a text such as `5.1.1 (No such mailbox)`.
    init?(_ text: String) {
        guard let match = text.prefixMatch(of: /\s*([245]\.([0-9]{1,3})\.[0-9]{1,3})(?![0-9]|\.[0-9])/),
            let subject = Int(match.2)
        else { return nil }
        code = String(match.1)
        self.subject = subject
    }

    /// Reads the code after the reply code of an answer such as `550 5.1.1 No such mailbox`. Returns nil if no code
    /// follows, or if the reply code is not in `replies`.
    init?(answer: String, of replies: Range<Int> = 200..<600) {
        guard let match = answer.prefixMatch(of: /([2-5][0-9]{2})[ -]+/), let reply = Int(match.1),
            replies.contains(reply)
        else { return nil }
        self.init(String(answer[match.range.upperBound...]))
    }
}
