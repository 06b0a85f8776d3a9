import CCurl
import Glibc

/// A connection of libcurl, and the transfers on it. No other Swift code calls libcurl. Use each instance on one thread
/// only.
@safe final class CurlTransfer {
    private let handle: UnsafeMutableRawPointer
    /// The buffer in which libcurl describes errors.
    private let message: UnsafeMutablePointer<CChar>
    private var lists: [CURLoption.RawValue: UnsafeMutablePointer<curl_slist>] = unsafe [:]
    /// The first error in setting an option. The next transfer fails with this error.
    private var optionError = CURLE_OK
    let callbacks: Callbacks

    /// The data and functions that libcurl uses during a transfer.
    final class Callbacks {
        var input: [UInt8] = [] { didSet { inputRead = 0 } }
        /// The number of bytes of `input` that libcurl has read.
        fileprivate(set) var inputRead = 0
        /// Receives the bytes of an answer. If it returns false, the transfer ends with `CURLE_WRITE_ERROR`.
        var receive: ([UInt8]) -> Bool = { _ in true }
        /// In a protocol with commands, such as SMTP, receives each line that the server sends, without its line
        /// break. If it returns false, the transfer ends with `CURLE_WRITE_ERROR`.
        var receiveLine: (String) -> Bool = { _ in true }
        /// Receives the first word of each command that libcurl sends. A command can contain a password, so the rest is
        /// not passed on.
        var sendCommand: (String) -> Void = { _ in }
        /// Called at least once a second. If it returns true, the transfer ends with `CURLE_ABORTED_BY_CALLBACK`.
        var isStopping: () -> Bool = { false }

        /// Whether libcurl has read all bytes of `input`. If so, the server may have received them.
        var isInputRead: Bool { inputRead == input.count }
    }

    /// The options that set the context argument of the callbacks.
    private static let contexts = [
        CURLOPT_READDATA, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_XFERINFODATA, CURLOPT_DEBUGDATA,
    ]
    private static let isReady = ccurl_start() == CURLE_OK

    /// Makes a transfer without options. Returns nil if memory cannot be allocated.
    init?() {
        guard CurlTransfer.isReady, let handle = unsafe ccurl_init() else { return nil }
        unsafe self.handle = handle
        unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        callbacks = Callbacks()
        let context = unsafe Unmanaged.passUnretained(callbacks).toOpaque()
        unsafe record(ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, message))
        for option in CurlTransfer.contexts { unsafe record(ccurl_set_pointer(handle, option, context)) }
        unsafe record(ccurl_set_transfer_callback(handle, CURLOPT_READFUNCTION, supplyInput))
        unsafe record(ccurl_set_transfer_callback(handle, CURLOPT_WRITEFUNCTION, receiveOutput))
        unsafe record(ccurl_set_transfer_callback(handle, CURLOPT_HEADERFUNCTION, receiveServerLine))
        unsafe record(ccurl_set_progress_callback(handle, askWhetherStopping))
        unsafe record(ccurl_set_debug_callback(handle, reportCommand))
        set(CURLOPT_NOPROGRESS, 0)
        // This option prevents libcurl from using signals. A lookup of a host name would otherwise use SIGALRM, which
        // affects the whole process.
        set(CURLOPT_NOSIGNAL, 1)
        // This option makes libcurl ignore the environment variables that set proxies.
        set(CURLOPT_PROXY, "")
    }

    deinit {
        // If the connection were still open, libcurl would send QUIT, and wait up to two minutes for the server’s
        // answer. The socket is therefore shut down first.
        let socket = unsafe ccurl_get_socket(handle)
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
        unsafe ccurl_cleanup(handle)
        unsafe lists.values.forEach { unsafe ccurl_slist_free_all($0) }
        unsafe message.deallocate()
    }

    func set(_ option: CURLoption, _ number: Int) { unsafe record(ccurl_set_number(handle, option, number)) }

    func set(_ option: CURLoption, size: Int) { unsafe record(ccurl_set_size(handle, option, curl_off_t(size))) }

    /// - Parameter text: must not contain NUL; nil resets the option.
    func set(_ option: CURLoption, _ text: String?) { unsafe record(ccurl_set_text(handle, option, text)) }

    /// - Parameter items: must not contain NUL.
    func set(_ option: CURLoption, list items: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for item in items {
            guard let longer = unsafe ccurl_slist_append(list, item) else {
                optionError = CURLE_OUT_OF_MEMORY
                break
            }
            unsafe list = unsafe longer
        }
        unsafe record(ccurl_set_list(handle, option, list))
        let before = unsafe lists.removeValue(forKey: option.rawValue)
        unsafe ccurl_slist_free_all(before)
        if let list = unsafe list { unsafe lists[option.rawValue] = unsafe list }
    }

    private func record(_ result: CURLcode) {
        if optionError == CURLE_OK { optionError = result }
    }

    func perform() -> CURLcode {
        guard optionError == CURLE_OK else { return optionError }
        unsafe message.pointee = 0
        return unsafe ccurl_perform(handle)
    }

    func number(_ info: CURLINFO) -> Int {
        var number = 0
        return unsafe ccurl_get_number(handle, info, &number) == CURLE_OK ? number : 0
    }

    func size(_ info: CURLINFO) -> Int {
        var size: curl_off_t = 0
        return unsafe ccurl_get_size(handle, info, &size) == CURLE_OK ? Int(size) : 0
    }

    /// libcurl's description of an error of the last transfer.
    func reason(_ code: CURLcode) -> String {
        let detail = unsafe String(cString: message)
        return ForeignText.line(detail.isEmpty ? unsafe String(cString: ccurl_strerror(code)) : detail)
    }
}

private func owner(of context: UnsafeMutableRawPointer?) -> CurlTransfer.Callbacks? {
    unsafe context.map { unsafe Unmanaged<CurlTransfer.Callbacks>.fromOpaque($0).takeUnretainedValue() }
}

private func supplyInput(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let buffer = unsafe buffer, let callbacks = unsafe owner(of: context) else { return 0 }
    let part = callbacks.input[callbacks.inputRead...].prefix(size * count)
    unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count).copyBytes(from: part)
    callbacks.inputRead += part.count
    return part.count
}

private func receiveOutput(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let output = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: size * count))
    return unsafe owner(of: context)?.receive(output) ?? false ? size * count : 0
}

private func receiveServerLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let line = unsafe text(bytes, size * count)
    return unsafe owner(of: context)?.receiveLine(line) ?? false ? size * count : 0
}

private func askWhetherStopping(
    _ context: UnsafeMutableRawPointer?, _ downTotal: curl_off_t, _ down: curl_off_t, _ upTotal: curl_off_t,
    _ up: curl_off_t
) -> Int32 {
    unsafe owner(of: context)?.isStopping() ?? true ? 1 : 0
}

private func reportCommand(
    _ handle: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    if kind == CURLINFO_HEADER_OUT {
        let word = unsafe text(bytes, count).prefix { !$0.isWhitespace }
        unsafe owner(of: context)?.sendCommand(String(word))
    }
    return 0
}

/// The text of a line without its line break.
private func text(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> String {
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
}
