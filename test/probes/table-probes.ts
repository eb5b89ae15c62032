import { Database, sqlStateOf } from '#database';
import type { ProbedServers } from './servers.ts';
import type { Strangers } from './strangers.ts';

/** Queries each table, with an own org bound, for each value in the strangers' rows of it. */
export async function probeTables(
  servers: ProbedServers,
  strangers: Strangers,
): Promise<{ probes: number; problems: string[] }> {
  const database = servers.app('api').get(Database);
  const problems: string[] = [];
  let probes = 0;
  for (const { slug } of servers.demo.orgs) {
    const [org] = await servers.rows<{ id: string }>('SELECT id FROM orgs WHERE slug = $1', [slug]);
    for (const { name, values } of strangers.tables) {
      for (const { column, value } of [...values, { column: 'org_id', value: strangers.orgId }]) {
        const found = await database
          .forOrg(org?.id ?? '', (tx) =>
            tx.queryUnscoped(`SELECT 1 FROM "${name}" WHERE "${column}"::text = $1`, [value]),
          )
          .catch(closedToOrgs);
        probes += 1;
        if (found.length > 0) problems.push(`${name} shows ${slug} the row whose ${column} is ${value}`);
      }
    }
  }
  return { probes, problems };
}

/** Some tables belong to the platform although their rows name an org: the role of an org has no access to them. */
function closedToOrgs(error: unknown): [] {
  if (sqlStateOf(error) === '42501') return [];
  throw error;
}
