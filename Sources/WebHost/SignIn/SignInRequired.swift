/// Nobody is signed in, or the session has ended.
package struct SignInRequired: Error {
    package init() {}
}
