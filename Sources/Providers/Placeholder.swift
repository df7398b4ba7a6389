// The room Providers.
