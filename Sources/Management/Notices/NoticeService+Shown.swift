import Store
import Ticketing

extension NoticeService {
    /// A function that removes the secrets from a notice. If the user is not the local owner, the function also removes
    /// the reason why a channel cannot be used. That reason names folders and accounts of the server.
    func shown(_ connection: any StoreConnection) throws -> (Notice) -> Notice {
        let isLocalOwner = try services.grants.isEmpty && connection.users.localOwner()?.id == services.user.id
        return { isLocalOwner ? $0.redacted : $0.redacted.withoutOutage }
    }
}

extension Notice {
    fileprivate var withoutOutage: Notice {
        delivery.reason == .outage ? with { $0.delivery.answer = nil } : self
    }
}
