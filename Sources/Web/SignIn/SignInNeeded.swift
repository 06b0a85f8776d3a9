/// Nobody is signed in, or not any more.
struct SignInNeeded: Error {}
