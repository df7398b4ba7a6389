// The room Rendering.
