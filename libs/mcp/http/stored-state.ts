import type { SessionState } from '../server/session-state.ts';
import type { McpSessionRepository, StoredSession } from './mcp-session.repository.ts';

export function storedState(
  sessions: McpSessionRepository,
  orgId: string,
  session: StoredSession,
): SessionState {
  const found = new Set(session.foundTools);
  return {
    found: () => found,
    remember: async (names) => {
      for (const name of names) found.add(name);
      return sessions.addFound(orgId, session.id, names);
    },
    subscribe: (uri) => sessions.subscribe(orgId, session.id, uri),
    unsubscribe: (uri) => sessions.unsubscribe(orgId, session.id, uri),
  };
}
