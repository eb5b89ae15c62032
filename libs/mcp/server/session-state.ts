/** State of one client between its requests. */
export interface SessionState {
  /** Names of tools that the client found with `tool_search`. */
  found(): ReadonlySet<string>;
  /** @returns false if the server keeps no state between requests. */
  remember(found: readonly string[]): Promise<boolean>;
  /** Subscribes the client to changes of a resource. @returns false if the server keeps no state. */
  subscribe(uri: string): Promise<boolean>;
  unsubscribe(uri: string): Promise<void>;
}

/** State of a client without a session: nothing is kept between requests. */
export const noState: SessionState = {
  found: () => new Set(),
  remember: async () => false,
  subscribe: async () => false,
  unsubscribe: async () => undefined,
};

/** State of the only client of this process (stdio). */
export class StateInMemory implements SessionState {
  private readonly names = new Set<string>();
  readonly subscriptions = new Set<string>();

  found(): ReadonlySet<string> {
    return this.names;
  }

  async remember(found: readonly string[]): Promise<boolean> {
    for (const name of found) this.names.add(name);
    return true;
  }

  async subscribe(uri: string): Promise<boolean> {
    this.subscriptions.add(uri);
    return true;
  }

  async unsubscribe(uri: string): Promise<void> {
    this.subscriptions.delete(uri);
  }
}
