import Cryptography

/// The delivery reports of an SMS provider. The provider does not sign its reports, so the URL to which it posts them
/// contains a secret.
extension MessageSettings {
    /// The beginning of the path at which the server receives reports. The secret of the account follows in the path.
    public static let reportPath = "/hooks/sms"

    /// The URL to which the SMS provider posts its reports. If the public address of the server is not set, the result
    /// is only a path. Nil if the provider posts no reports, or if its settings have no secret.
    public var reportAddress: String? {
        guard let secret = sms?.reportSecret else { return nil }
        return "\(publicURL ?? "")\(MessageSettings.reportPath)/\(secret)"
    }

    /// Whether a text is the secret of `reportAddress`. The comparison takes the same time wherever the texts differ,
    /// so its duration reveals nothing about the secret.
    public func isReportSecret(_ text: String) -> Bool {
        guard let secret = sms?.reportSecret else { return false }
        return ConstantTime.equal(Array(text.utf8).span, Array(secret.utf8).span)
    }
}

extension SMSSettings {
    /// The secret in the URL for reports; nil if the provider posts no reports, or if its settings have no secret yet.
    fileprivate var reportSecret: String? {
        if case .africasTalking(let account) = self { account.reportSecret } else { nil }
    }

    /// These settings with a secret for the URL of reports. If the earlier settings are for the same account, the
    /// secret of the earlier settings is kept, so that the URL remains valid. Otherwise, a new secret is made.
    ///
    /// - Parameter earlier: the settings that these settings replace; nil for the first settings.
    public func withReportSecret(from earlier: SMSSettings?) -> SMSSettings {
        guard case .africasTalking(var account) = self else { return self }
        if case .africasTalking(let former) = earlier, former.username == account.username {
            account.reportSecret = former.reportSecret
        }
        account.reportSecret = account.reportSecret ?? AfricasTalkingAccount.randomReportSecret()
        return .africasTalking(account)
    }
}

extension AfricasTalkingAccount {
    private static let reportSecretBytes = 16

    fileprivate static func randomReportSecret() -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<reportSecretBytes).map { _ in .random(in: 0...255, using: &random) })
    }

    /// Whether a text can be a secret: it must consist of 32 to 128 ASCII letters and digits, so that it can be a part
    /// of a path.
    static func isReportSecret(_ text: String) -> Bool { text.wholeMatch(of: /[0-9A-Za-z]{32,128}/) != nil }
}
