/// The error for a request if nobody is signed in, or if the session has ended.
package struct SignInRequired: Error {
    package init() {}
}
