/// The error for a request without a signed-in user, for example because the session has ended.
package struct SignInRequired: Error {
    package init() {}
}
