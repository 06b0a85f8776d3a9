/// Nobody is signed in, or the session has ended.
struct SignInRequired: Error {}
