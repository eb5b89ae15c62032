/** Maximum number of found tools, and of subscriptions, per session. */
export const MAX_SESSION_ITEMS = 200;

/** State of one client between its requests. */
export interface SessionState {
  /** Names of tools that the client found with `tool_search`. */
  found(): ReadonlySet<string>;
  /** @returns false if the server keeps no state between requests. */
  remember(found: readonly string[]): Promise<boolean>;
  /** Subscribes the client to changes of a resource. @returns false if the subscription is not kept. */
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

/** State of the only client of this process (stdio). Nothing watches resources for it. */
export function stateInMemory(): SessionState {
  const names = new Set<string>();
  return {
    ...noState,
    found: () => names,
    remember: async (found) => {
      for (const name of found) names.add(name);
      return true;
    },
  };
}
