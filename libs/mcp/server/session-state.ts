/** What a server remembers of one client between its requests. */
export interface SessionState {
  /** Names of tools that the client has found by searching. */
  found(): ReadonlySet<string>;
  /** @returns false where nothing is remembered between requests. */
  remember(found: readonly string[]): Promise<boolean>;
  /** URIs that the client wants to be told of when they change. */
  subscribe(uri: string): Promise<boolean>;
  unsubscribe(uri: string): Promise<void>;
}

/** Nothing is remembered: each request stands alone. */
export const noState: SessionState = {
  found: () => new Set(),
  remember: async () => false,
  subscribe: async () => false,
  unsubscribe: async () => undefined,
};

/** For a client that has the process to itself (stdio). */
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
