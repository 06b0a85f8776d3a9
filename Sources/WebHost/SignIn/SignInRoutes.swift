extension Routes {
    /// The routes for signing in and out, for forgotten passwords and invitations to a team, and for the user’s account
    /// page.
    package static func signIn(_ server: ServerContext) -> [Route] {
        let (signIn, account) = (SignInPages(server: server), AccountPage(server: server))
        let (reset, join) = (PasswordResetPages(server: server), JoinTeamPage(server: server))
        return [
            .get("/sign-in", .anybody) { try signIn.page($0) },
            .post("/sign-in", .anybody) { try await signIn.signIn($0) },
            .get("/enter", .anybody) { try signIn.linkPage($0) },
            .post("/enter", .anybody) { try await signIn.signInByLink($0) },
            .get("/forgot", .anybody) { try reset.forgotPage($0) },
            .post("/forgot", .anybody) { try await reset.requestLink($0) },
            .get("/reset", .anybody) { try reset.linkPage($0) },
            .post("/reset", .anybody) { try await reset.open($0) },
            .post("/reset/password", .anybody) { try await reset.setPassword($0) },
            .get("/join", .anybody) { try join.linkPage($0) },
            .post("/join", .anybody) { try await join.open($0) },
            .post("/join/accept", .anybody) { try await join.accept($0) },
            .post("/sign-out", .signedIn) { try await signIn.signOut($0) },
            .post("/sign-out-everywhere", .signedIn) { try await signIn.signOutEverywhere($0) },
            .get("/desk/account", .signedIn) { try await account.page($0) },
            .post("/desk/account/sessions/:session/end", .signedIn) { try await account.endSession($0) },
            .post("/desk/account/password", .signedIn) { try await account.changePassword($0) },
        ]
    }
}
