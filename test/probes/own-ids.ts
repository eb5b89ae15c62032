import { randomUUID } from 'node:crypto';
import type { ProbedServers, ServedRoute } from './servers.ts';

/** Tables whose ids occur in paths, by the first path segment after the version or server. */
const TABLES: Record<string, string> = {
  turns: 'turns',
  conversations: 'conversations',
  files: 'files',
  approvals: 'approvals',
  insights: 'insights',
  users: 'users',
  'api-keys': 'api_keys',
};
const NAMED: Record<string, string> = {
  kind: 'location',
  artifactKind: 'conversation_summary',
  contactId: 'contact-015',
  key: 'tool_broker',
  queue: 'chat',
  provider: 'openai',
  period: 'day',
  place: '1.0',
  name: 'search_properties',
  task: 'negotiation',
  fingerprint: '0123456789abcdef',
  hash: '0'.repeat(64),
  spanId: '0123456789abcdef',
  traceId: '0'.repeat(32),
};

/** Values for the parameters of a path: rows of the first demo org if it has any, otherwise ids that do not exist. */
export async function ownIds(
  servers: ProbedServers,
): Promise<(route: ServedRoute, parameter: string) => string> {
  const [org] = servers.demo.orgs;
  const ids = new Map<string, string>();
  for (const [part, table] of Object.entries(TABLES)) {
    const [row] = await servers.rows<{ id: string }>(
      `SELECT t.id FROM "${table}" t JOIN orgs o ON o.id = t.org_id WHERE o.slug = $1 LIMIT 1`,
      [org?.slug],
    );
    if (row) ids.set(part, row.id);
  }
  return ({ path }, parameter) => {
    const part = path.split('/').find((each) => ids.has(each)) ?? '';
    return NAMED[parameter] ?? ids.get(part) ?? randomUUID();
  };
}
