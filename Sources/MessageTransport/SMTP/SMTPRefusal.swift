/// A mail server’s refusal of a sender, recipient or message. Servers also answer with a permanent status if the sender
/// has sent too much or is blocked for a while. Such an answer says nothing about the recipient.
struct SMTPRefusal {
    /// The reply code, 400 to 599.
    let status: Int
    private let code: SMTPStatus?
    /// The answer in lower case.
    private let words: String

    /// - Parameter answer: the answer with its reply code, such as `550 5.4.5 Daily sending quota exceeded`.
    init(status: Int, answer: String) {
        self.status = status
        code = SMTPStatus(answer: answer)
        words = answer.lowercased()
    }

    /// Whether the account has reached its sending limit. Many servers do not send the code 5.4.5, which has this
    /// meaning, so words such as “quota” in the answer count, too.
    var isSendingLimit: Bool {
        if isAboutSomethingElse { return false }
        return code?.code == "5.4.5" || words.contains(/\bquota\b/) || words.contains(/\brate[ -]?limit(?:s|ed|ing)?\b/)
            || words.contains(/\b(?:sending|sender|message|e-?mail|high|unusual) rate\b/)
            || words.contains(/\blimit (?:was |is |has been )?(?:exceeded|reached)\b/)
            || words.contains(/\b(?:exceed(?:s|ed|ing)?|reached) .*\blimits?\b/)
            || words.contains(/\btoo many (?:e-?mails|mails|messages)\b/)
    }

    /// Whether a refusal is temporary although its status is permanent.
    var isTemporary: Bool {
        guard let code else { return false }
        return code.code == "5.4.5" || ["5.7.0", "5.7.1"].contains(code.code) && words.contains(/\bblocked\b/)
    }

    /// Whether the words about a quota or limit concern the recipient’s mailbox, the message or the connection, and not
    /// the sender’s account.
    private var isAboutSomethingElse: Bool {
        if let subject = code?.subject, [1, 2, 3, 6].contains(subject) { return true }
        return status == 552 || words.contains(/\b(?:mailbox|inbox|storage|over quota|disk|size|length)\b/)
            || words.contains(/\b(?:connection|session)\b/)
    }
}
