internal import CCurl

/// A hold on libcurl's multi handle, its connections and its caches.
///
/// Belongs to the loop's thread. Unchecked, as there is no lock: of its functions only `wake` is for other threads, what
/// libcurl allows, and whoever calls it holds a reference, so that the handle cannot end meanwhile.
@safe final class MultiHandle: @unchecked Sendable {
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
        // Kept for a few hosts; libcurl's own bound follows the number of transfers, and drops good connections.
        unsafe ccurl_multi_setopt_long(handle, CURLMOPT_MAXCONNECTS, 4 * connectionsPerHost)
    }

    deinit { unsafe curl_multi_cleanup(handle) }

    /// Ends the waiting of `poll`, now or the next time; from any thread.
    func wake() { unsafe curl_multi_wakeup(handle) }

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
