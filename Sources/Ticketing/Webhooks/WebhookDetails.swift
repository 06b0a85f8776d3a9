/// The settings of a webhook, as a user has typed them.
public struct WebhookDetails: Hashable, Sendable {
    public var address: String
    public var kinds: Set<Webhook.Kind>
    /// The network addresses to which messages may be sent. The list `fields` does not contain this setting, because
    /// only the owner of the server may allow private addresses.
    public var allowance: Webhook.AddressPolicy

    public init(address: String, kinds: Set<Webhook.Kind>, allowance: Webhook.AddressPolicy = .publicOnly) {
        self.address = address
        self.kinds = kinds
        self.allowance = allowance
    }
}
