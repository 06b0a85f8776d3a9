extension Notice {
    /// The key in the payload for the number of a notice about invitations. The notices to one guest are numbered from
    /// 1, in the order of the changes.
    public static let invitationNumberName = "invitation_number"
    /// The key in the payload whose value `yes` marks a notice about changed invitations. The value is missing in the
    /// first notice to a guest, in a notice that a member sends again, and in a notice with a new code.
    public static let invitationChangeName = "invitation_change"
    /// The key in the payload whose value is `yes` if this notice contains the first notice to the guest, which was
    /// merged into it before any attempt to send it. The guest then has not received a notice about invitations yet.
    static let firstInvitationName = "invitation_first"
    /// The key in the payload for the numbers of the withdrawn sub-events, separated by spaces.
    public static let withdrawnSubEventsName = "withdrawn_sub_events"

    /// The numbers of the sub-events whose invitations were withdrawn from the guest of this notice.
    public var withdrawnSubEvents: Set<Int> {
        Set((payload[Notice.withdrawnSubEventsName] ?? "").split(separator: " ").compactMap { Int($0) })
    }

    /// Whether the notice brings a guest the invitation for the first time, again at the request of a member, or with a
    /// new code. The daily limit on updates does not delay such a notice, because it contains the guest’s ticket.
    public var bringsInvitation: Bool { kind == .invitation && payload[Notice.invitationChangeName] == nil }

    /// Whether the notice is the first notice about invitations to its guest, or contains that notice.
    private var isFirstInvitation: Bool {
        payload[Notice.firstInvitationName] != nil || kind == .invitation && invitationNumber == 1
    }

    /// Whether the notice says that invitations were withdrawn, but the guest was never told of these invitations.
    public var endsUnknownInvitation: Bool { kind == .invitationWithdrawn && isFirstInvitation }

    /// Whether both notices are about the invitations of the same guest, and this notice is about the later change. The
    /// times of the notices do not matter, because the clocks of two servers can differ.
    func isLaterInvitation(than earlier: Notice) -> Bool {
        guard let guest = payload["guest_number"], guest == earlier.payload["guest_number"],
            let number = invitationNumber, let earlierNumber = earlier.invitationNumber
        else { return false }
        return earlierNumber < number
    }

    /// The payload of this notice after an earlier notice was merged into it. It lists the withdrawn sub-events of both
    /// notices, so that calendars remove the entries of all these sub-events. If the earlier notice brings the guest
    /// the invitation, the merged notice also brings the invitation.
    func withWithdrawals(of earlier: Notice) -> [String: String] {
        var merged = payload
        let withdrawn = withdrawnSubEvents.union(earlier.withdrawnSubEvents).sorted()
        if !withdrawn.isEmpty {
            merged[Notice.withdrawnSubEventsName] = withdrawn.map(String.init).joined(separator: " ")
        }
        if earlier.isFirstInvitation, earlier.delivery.tries == 0 { merged[Notice.firstInvitationName] = "yes" }
        if earlier.bringsInvitation || merged[Notice.firstInvitationName] != nil {
            merged[Notice.invitationChangeName] = nil
        }
        return merged
    }

    private var invitationNumber: Int? { payload[Notice.invitationNumberName].flatMap { Int($0) } }
}
