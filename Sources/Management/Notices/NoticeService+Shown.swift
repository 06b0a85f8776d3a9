import Store
import Ticketing

extension NoticeService {
    /// A function that removes the secrets from a notice. If the user is not the local owner, it also removes the
    /// reason for which a channel cannot be used, because this reason names folders and accounts of the server.
    func shown(_ connection: any StoreConnection) throws -> (Notice) -> Notice {
        let isLocalOwner = try services.grants.isEmpty && connection.users.localOwner()?.id == services.user.id
        return { isLocalOwner ? $0.redacted : $0.redacted.withoutOutage }
    }
}

extension Notice {
    /// The notice without the reason for which its channel cannot be used.
    fileprivate var withoutOutage: Notice {
        delivery.reason == .outage ? with { $0.delivery.answer = nil } : self
    }
}
