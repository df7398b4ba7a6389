internal import HTTPServer
internal import Synchronization

/// The steps of a body, made one after the other from a state of its own.
final class Steps<State: Sendable>: Sendable {
    private let state: Mutex<State>
    private let make: @Sendable (inout State) -> ServerResponse.Step

    init(_ initial: State, _ make: @escaping @Sendable (inout State) -> ServerResponse.Step) {
        state = Mutex(initial)
        self.make = make
    }

    @Sendable func next() -> ServerResponse.Step { state.withLock { make(&$0) } }
}
