import type { Database, OrgTransaction } from '#database';
import type { EmbeddedText, InsightCategory, RetrievedInsight } from '#tools';
import { askedCategories } from '../asked-categories.ts';
import { fuse, type Candidate } from '../fusion.ts';
import { allOfContact, nearestOfOrg, someOfContact, type SearchRow } from './insight-search.repository.ts';
import { scoreByWords } from './score-by-words.ts';

/** What the index by nearness proposes in a search over a whole org, to be ranked by words too. */
const ORG_CANDIDATES = 200;

export interface ContactSearch {
  orgId: string;
  contactId: string;
  query: EmbeddedText;
  semantic: boolean;
  limit: number;
  now: Date;
}

/** The insights of a contact that are closest to a question, best first. */
export async function retrieveOfContact(
  database: Database,
  { orgId, limit, semantic, ...search }: ContactSearch,
): Promise<RetrievedInsight[]> {
  const rows =
    (await database.forOrgAtOnce(orgId, (tx) => allOfContact(tx, search))) ??
    (await database.forOrg(orgId, (tx) => someOfContact(tx, search)));
  return fuse(candidatesOf(rows, search.query.text), {
    limit,
    semantic,
    asked: askedCategories(search.query.text),
  }).map(asRetrieved);
}

export interface FoundInsight extends RetrievedInsight {
  contactId: string;
}

/** The insights of all contacts of an org that are closest to a question, best first. */
export async function retrieveOfOrg(
  tx: OrgTransaction,
  search: {
    query: EmbeddedText;
    semantic: boolean;
    limit: number;
    now: Date;
    category?: InsightCategory | undefined;
  },
): Promise<FoundInsight[]> {
  const rows = await nearestOfOrg(tx, { ...search, limit: Math.max(ORG_CANDIDATES, search.limit) });
  return fuse(candidatesOf(rows, search.query.text), {
    limit: search.limit,
    semantic: search.semantic,
    asked: askedCategories(search.query.text),
  }).map((found) => ({ contactId: found.contactId, ...asRetrieved(found) }));
}

function candidatesOf<Row extends SearchRow>(rows: readonly Row[], question: string): (Row & Candidate)[] {
  const scores = scoreByWords(
    rows.map(({ searchTerms }) => searchTerms),
    question,
  );
  return rows.map((row, at) => ({
    ...row,
    lexical: scores[at]?.score ?? 0,
    shared: scores[at]?.shared ?? [],
  }));
}

function asRetrieved(found: RetrievedInsight): RetrievedInsight {
  const { id, text, category, importance, similarity, ageDays, why } = found;
  return { id, text, category, importance, similarity, ageDays, why };
}
