extension ManagementServices {
    /// Whether the user is the local owner: the user whom the command `eventpass init` created, who administers the
    /// data folder and the settings of the server. False if a grant restricts the user's rights.
    public var isLocalOwner: Bool {
        get throws {
            guard grants.isEmpty else { return false }
            return try store.read { try $0.users.localOwner()?.id == user.id }
        }
    }
}
