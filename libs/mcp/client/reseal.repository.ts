import type { OrgTransaction } from '#database';
import { headersPlace } from './server-headers.ts';

/** Re-encrypts the headers of the org's MCP servers; `reseal` returns undefined to skip one. @returns the number of changed servers. */
export async function resealServerHeaders(
  tx: OrgTransaction,
  reseal: (place: string, sealed: string) => string | undefined,
): Promise<number> {
  let resealed = 0;
  const servers = await tx.query<{ name: string; headers: string }>(
    'SELECT name, headers FROM mcp_servers WHERE org_id = $1 AND headers IS NOT NULL FOR UPDATE',
  );
  for (const { name, headers } of servers) {
    const anew = reseal(headersPlace(tx.orgId, name), headers);
    if (anew === undefined) continue;
    resealed += await tx.execute('UPDATE mcp_servers SET headers = $3 WHERE org_id = $1 AND name = $2', [
      name,
      anew,
    ]);
  }
  return resealed;
}
