// The room Records.
