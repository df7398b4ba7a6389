#pragma once
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>

/// All that a daemon is started with. It must stay where it is until the daemon has stopped: the log reads it.
struct cmhd_settings {
    int listen_socket;
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    void *_Nonnull context;
    /// Called with the target as it came, before it is decoded; what it returns is the request's own state.
    void *_Nullable (*_Nonnull begin)(void *_Nullable context, const char *_Nonnull target,
                                      struct MHD_Connection *_Nonnull connection);
    MHD_AccessHandlerCallback _Nonnull answer;
    MHD_RequestCompletedCallback _Nonnull end;
    MHD_NotifyConnectionCallback _Nonnull notify;
    void (*_Nonnull log)(void *_Nonnull context, const char *_Nonnull message);
};

/// The library's log hands over a `va_list`, which Swift cannot read.
static void cmhd_log(void *settings, const char *format, va_list arguments) {
    char message[512];
    vsnprintf(message, sizeof message, format, arguments);
    ((struct cmhd_settings *)settings)->log(((struct cmhd_settings *)settings)->context, message);
}

/// `MHD_start_daemon` is variadic, which Swift does not import.
static inline struct MHD_Daemon *_Nullable cmhd_start(struct cmhd_settings *_Nonnull s) {
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, s->answer,
        s->context, MHD_OPTION_EXTERNAL_LOGGER, cmhd_log, s, MHD_OPTION_LISTEN_SOCKET, s->listen_socket,
        MHD_OPTION_URI_LOG_CALLBACK, s->begin, s->context, MHD_OPTION_NOTIFY_COMPLETED, s->end, s->context,
        MHD_OPTION_NOTIFY_CONNECTION, s->notify, s->context,
        MHD_OPTION_CONNECTION_LIMIT, s->connections, MHD_OPTION_CONNECTION_TIMEOUT, s->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->connection_memory, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        // A pool of one is no pool to the library: it wants 0 there.
        MHD_OPTION_THREAD_POOL_SIZE, s->threads > 1 ? s->threads : 0u, MHD_OPTION_END);
}

/// The socket of a connection, or -1.
static inline int cmhd_descriptor(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// The address of the other side; the union of `MHD_get_connection_info` and its variadic tail do not import.
static inline const struct sockaddr *_Nullable cmhd_remote_address(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}
