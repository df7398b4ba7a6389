internal import CCurl

/// A hold on libcurl's multi handle, its connections and its caches.
///
/// Belongs to one thread; others may only wake it.
@safe struct MultiHandle: ~Copyable {
    private let handle: UnsafeMutableRawPointer

    /// libcurl's process-wide part, made ready once, by the first that needs it.
    private static let isLibraryReady: Bool = {
        ccurl_keep_openssl_until_exit()
        return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }()

    /// Nil where memory or the library's own set-up fails.
    init?(connectionsPerHost: Int) {
        guard Self.isLibraryReady, let handle = unsafe curl_multi_init() else { return nil }
        unsafe self.handle = unsafe handle
        unsafe ccurl_multi_setopt_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
    }

    deinit { unsafe curl_multi_cleanup(handle) }

    var waker: Waker { unsafe Waker(multi: handle) }

    func add(_ easy: borrowing EasyHandle) -> Bool { unsafe curl_multi_add_handle(handle, easy.pointer) == CURLM_OK }

    func remove(_ easy: borrowing EasyHandle) { unsafe curl_multi_remove_handle(handle, easy.pointer) }

    /// Lets every transfer do what it can without waiting.
    func perform() {
        var running: Int32 = 0
        unsafe curl_multi_perform(handle, &running)
    }

    /// Waits for the network, a wake-up, a timer of libcurl's own, or this long.
    func poll(milliseconds: Int32) {
        unsafe curl_multi_poll(handle, nil, 0, milliseconds, nil)
    }

    /// A transfer that has ended and how, or nil where there is none left.
    func nextEnded() -> (EasyHandle.ID, CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
                continue
            }
            return unsafe (EasyHandle.ID(easy), message.pointee.data.result)
        }
        return nil
    }
}

/// What ends a multi handle's waiting from any thread, as long as the handle lives.
@safe struct Waker: Sendable {
    // The one function of a multi handle that any thread may call.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

    fileprivate init(multi: UnsafeMutableRawPointer) { unsafe self.multi = unsafe multi }

    func wake() { unsafe curl_multi_wakeup(multi) }
}
