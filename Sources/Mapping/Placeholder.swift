// The room Mapping.
