// The room Lifecycle.
