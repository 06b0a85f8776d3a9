extension String {
    /// The text with passwords in URLs replaced by `…`. It is applied to every text, because any path may be a URL.
    var withoutPasswords: String {
        replacing(/([A-Za-z][A-Za-z0-9+.\-]*:\/+[^\s:\/@]*):[^\s]*@/) { "\($0.1):…@" }
    }
}
