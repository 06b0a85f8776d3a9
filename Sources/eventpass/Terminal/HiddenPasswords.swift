extension String {
    /// The text without what looks like the password of a URL, wherever it came from: a path may be a URL by mistake.
    var withoutPasswords: String {
        replacing(/([A-Za-z][A-Za-z0-9+.\-]*:\/+[^\s:\/@]*):[^\s]*@/) { "\($0.1):…@" }
    }
}
