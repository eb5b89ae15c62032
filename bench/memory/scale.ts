import { nearestOfOrg, type InsightService } from '#memory';
import { meanShare, summarize } from '../statistics.ts';
import { inventedQuestion } from './invented-insights.ts';
import { INSIGHTS_PER_CONTACT, scaleContact, type Loading } from './load.ts';

const CONTACT_QUERIES = 2_000;
const ORG_QUERIES = 100;
const ORG_LIMIT = 10;
/** Vectors whose distances differ by less may come in either order. */
const SAME_DISTANCE = 1e-6;

/** Measures retrieval for contacts across the whole table, and searches over the whole org. */
export async function measureScale(
  loading: Loading,
  memory: InsightService,
  count: number,
): Promise<Record<string, unknown>> {
  const contacts = Math.max(1, Math.floor(count / INSIGHTS_PER_CONTACT));
  const contactMs: number[] = [];
  for (let at = 0; at < CONTACT_QUERIES; at += 1) {
    const contactId = scaleContact((Math.imul(at + 1, 0x9e3779b1) >>> 0) % contacts);
    const start = performance.now();
    await memory.retrieve({ orgId: loading.orgId, contactId, text: inventedQuestion(at), limit: 5 });
    contactMs.push(performance.now() - start);
  }
  const [index] = await loading.database.dataSource.query<unknown[]>(
    `SELECT to_regclass('insights_by_nearness') AS index WHERE to_regclass('insights_by_nearness') IS NOT NULL`,
  );
  const figures = { contacts, contactRetrieveMs: summarize(contactMs, [50, 95]) };
  return index ? { ...figures, ...(await measureOrgSearch(loading, memory)) } : figures;
}

/** Compares searches over the whole org by index with an exact comparison of all rows. */
async function measureOrgSearch(loading: Loading, memory: InsightService): Promise<Record<string, unknown>> {
  const orgMs: number[] = [];
  const recalls: number[] = [];
  for (let at = 0; at < ORG_QUERIES; at += 1) {
    const query = await memory.embed(loading.orgId, inventedQuestion(at));
    const search = { query, now: loading.clock.now(), limit: ORG_LIMIT };
    const start = performance.now();
    const found = await loading.database.forOrg(loading.orgId, (tx) => nearestOfOrg(tx, search, 'index'));
    orgMs.push(performance.now() - start);
    const exact = await loading.database.forOrg(loading.orgId, (tx) =>
      nearestOfOrg(tx, search, 'comparison'),
    );
    const farthest = exact.at(-1)?.similarity ?? -1;
    const right = found.filter(({ similarity }) => (similarity ?? -1) >= farthest - SAME_DISTANCE);
    recalls.push(Math.min(right.length, exact.length) / exact.length);
  }
  return {
    orgSearchMs: summarize(orgMs, [50, 95]),
    orgRecallAt10: meanShare(recalls) ?? 0,
  };
}
