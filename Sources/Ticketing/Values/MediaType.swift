/// The media types (MIME types) of the files that the program makes.
public enum MediaType {
    public static let calendar = "text/calendar; charset=utf-8"
    public static let csv = "text/csv; charset=utf-8"
    public static let mail = "message/rfc822"
    public static let pdf = "application/pdf"
    public static let pkpass = "application/vnd.apple.pkpass"
    public static let png = "image/png"
    public static let svg = "image/svg+xml"
    public static let text = "text/plain; charset=utf-8"
    public static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    public static let zip = "application/zip"
}
