import {
  DEFAULT_NEGOTIATED_PROTOCOL_VERSION,
  INVALID_REQUEST,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { refused } from './json-rpc-refusal.ts';
import type { StoredSession } from './mcp-session.repository.ts';

const VERSION_HEADER = 'mcp-protocol-version';
/** The revision without sessions: each request is a separate POST. */
const WITHOUT_SESSIONS = '2026-07-28';

/** Refuses a request that the revision in its header does not support; undefined if the request is accepted. */
export function refusalOfRevision({ headers, method }: Request): Response | undefined {
  const revision = headers.get(VERSION_HEADER);
  if (revision === null || SUPPORTED_PROTOCOL_VERSIONS.includes(revision)) return undefined;
  const error = (message: string) => ({ code: INVALID_REQUEST, message });
  if (revision !== WITHOUT_SESSIONS)
    return refused(400, error(`The revision ${revision} of the protocol is not supported.`));
  if (method === 'POST')
    return refused(400, error(`The revision ${revision} takes one request or notification in a POST.`));
  const instead = 'POST subscriptions/listen to hear of changes';
  const hint = `The revision ${revision} has no sessions, so that it takes no ${method}: ${instead}.`;
  return refused(405, error(hint), { allow: 'POST' });
}

/** The revision of a request with sessions, from its header or from the negotiation of its session. */
export function revisionOf({ headers }: Request, session: StoredSession | undefined): string {
  const named = headers.get(VERSION_HEADER);
  if (named !== null) return named;
  if (!session) return DEFAULT_NEGOTIATED_PROTOCOL_VERSION;
  const requested = String(session.initialize.protocolVersion);
  return SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION;
}
