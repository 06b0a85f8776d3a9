/// The error for a request without a signed-in user, or whose session has ended.
package struct SignInRequired: Error {
    package init() {}
}
