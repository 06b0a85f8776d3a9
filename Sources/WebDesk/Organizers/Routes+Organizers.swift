import WebHost

extension Routes {
    /// The routes of an organizer’s pages: settings, shifts of event times, API tokens, audit trail, members and
    /// webhooks.
    static func organizers(_ desk: Desk) -> [Route] {
        let (shift, programs, audit) = (ShiftPage(desk: desk), APITokenPage(desk: desk), AuditPage(desk: desk))
        let (members, webhooks) = (MembersPage(desk: desk), WebhookPages(desk: desk))
        let settings = OrganizerSettingsPage(desk: desk)
        return [
            .get("/desk/organizers/:organizer/settings", .member(.editOrganizer)) { try await settings.page($0) },
            .post("/desk/organizers/:organizer/settings", .member(.editOrganizer)) { try await settings.save($0) },
            .get("/desk/organizers/:organizer/shift", .member(.shiftEvents)) { try await shift.page($0) },
            .post("/desk/organizers/:organizer/shift", .member(.shiftEvents)) { try await shift.shift($0) },
            .get("/desk/organizers/:organizer/tokens", .member(.showAPITokens)) { try await programs.page($0) },
            .post("/desk/organizers/:organizer/tokens", .member(.makeAPIToken)) { try await programs.create($0) },
            .post("/desk/organizers/:organizer/tokens/:token/revoke", .member(.revokeAPIToken)) {
                try await programs.revoke($0)
            },
            .get("/desk/organizers/:organizer/audit", .member(.readAudit)) { try await audit.page($0) },
            .get("/desk/organizers/:organizer/audit/verify", .member(.readAudit)) { try await audit.verify($0) },
            .get("/desk/organizers/:organizer/members", .member(.manageMembers)) { try await members.page($0) },
            .post("/desk/organizers/:organizer/members", .member(.manageMembers)) { try await members.add($0) },
            .post("/desk/organizers/:organizer/members/:user/role", .member(.manageMembers)) {
                try await members.setRole($0)
            },
            .post("/desk/organizers/:organizer/members/:user/remove", .member(.manageMembers)) {
                try await members.remove($0)
            },
            .post("/desk/organizers/:organizer/members/invite", .member(.manageMembers)) {
                try await members.invite($0)
            },
            .post("/desk/organizers/:organizer/members/invitations/:invitation/withdraw", .member(.manageMembers)) {
                try await members.withdraw($0)
            },
            .get("/desk/organizers/:organizer/webhooks", .member(.showWebhooks)) { try await webhooks.list($0) },
            .post("/desk/organizers/:organizer/webhooks", .member(.makeWebhook)) { try await webhooks.create($0) },
            .get("/desk/organizers/:organizer/webhooks/:webhook", .member(.showWebhooks)) {
                try await webhooks.page($0)
            },
            .post("/desk/organizers/:organizer/webhooks/:webhook/end", .member(.endWebhook)) {
                try await webhooks.end($0)
            },
        ]
    }

    /// The routes for the verification of organizers, and for the reviews of identities and abuse reports.
    static func verification(_ desk: Desk) -> [Route] {
        let (verify, reviews) = (VerificationPage(desk: desk), IdentityReviewPage(desk: desk))
        let abuse = AbuseReviewPage(desk: desk)
        return [
            .get("/desk/organizers/:organizer/verify", .member(.verifyOrganizer)) { try await verify.page($0) },
            .get(IdentityReviewPage.path, .signedIn) { try await reviews.page($0) },
            .post("\(IdentityReviewPage.path)/setting", .signedIn) { try await reviews.set($0) },
            .post("\(IdentityReviewPage.path)/:organizer/accept", .signedIn) { try await reviews.accept($0) },
            .post("\(IdentityReviewPage.path)/:organizer/return", .signedIn) { try await reviews.sendBack($0) },
            .get(AbuseReviewPage.path, .signedIn) { try await abuse.page($0) },
            .post("\(AbuseReviewPage.path)/setting", .signedIn) { try await abuse.set($0) },
            .post("\(AbuseReviewPage.path)/:report/close", .signedIn) { try await abuse.close($0) },
        ]
            + VerificationPage.StepForm.allCases.map { stepForm in
                .post("/desk/organizers/:organizer/verify/\(stepForm.rawValue)", .member(.verifyOrganizer)) {
                    try await verify.submit($0, stepForm)
                }
            }
    }
}
