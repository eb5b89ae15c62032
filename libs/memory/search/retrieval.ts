import { daysBetween } from '#text';
import type { Database, OrgTransaction } from '#database';
import type { EmbeddedText, InsightCategory, RetrievedInsight } from '#pack-kit';
import { requestedCategories } from '../requested-categories.ts';
import { fuse, type Candidate } from '../fusion.ts';
import { allOfContact, nearestOfOrg, someOfContact } from './insight-search.repository.ts';
import type { SearchRow } from './packed-rows.ts';
import { scoreByWords } from './score-by-words.ts';
import { hasSimilarSpelling } from './similar-spelling.ts';

/** Candidates by vector in a search over a whole org, which are then also ranked by words. */
const ORG_CANDIDATES = 200;

export interface ContactSearch {
  orgId: string;
  contactId: string;
  query: EmbeddedText;
  semantic: boolean;
  limit: number;
  now: Date;
  /** Time zone for ages in days. */
  timezone: string;
}

/** The insights of a contact that are closest to a question, best first. */
export async function retrieveOfContact(
  database: Database,
  { orgId, limit, semantic, timezone, ...search }: ContactSearch,
): Promise<RetrievedInsight[]> {
  const rows =
    (await database.forOrgAtOnce(orgId, (tx) => allOfContact(tx, search))) ??
    (await database.forOrg(orgId, (tx) => someOfContact(tx, search)));
  const { now, query } = search;
  return ranked(rows, { question: query.text, limit, semantic, now, timezone }).map(asRetrieved);
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
    timezone: string;
    category?: InsightCategory | undefined;
  },
): Promise<FoundInsight[]> {
  const rows = await nearestOfOrg(tx, { ...search, limit: Math.max(ORG_CANDIDATES, search.limit) });
  const { query, ...options } = search;
  return ranked(rows, { question: query.text, ...options }).map((found) => ({
    contactId: found.contactId,
    ...asRetrieved(found),
  }));
}

/** Returns an empty list if all results are weak, because a search by vector always has a nearest result. */
export function unlessAllWeak<Found extends RetrievedInsight>(found: Found[]): Found[] {
  return found.every(({ weak }) => weak) ? [] : found;
}

/** Ranks rows, best first, and marks those that were found only by a vector without meaning as weak. */
function ranked<Row extends SearchRow>(
  rows: readonly Row[],
  {
    question,
    limit,
    semantic,
    ...when
  }: { question: string; limit: number; semantic: boolean; now: Date; timezone: string },
): (Row & RetrievedInsight)[] {
  const requested = requestedCategories(question);
  const found = fuse(candidatesOf(rows, question, when), { limit, semantic, requested });
  if (semantic) return found;
  const isAlike = hasSimilarSpelling(question);
  return found.map((one) => {
    const fits = one.related || requested.includes(one.category) || isAlike(one.text);
    return fits ? one : { ...one, weak: true };
  });
}

function candidatesOf<Row extends SearchRow>(
  rows: readonly Row[],
  question: string,
  { now, timezone }: { now: Date; timezone: string },
): (Row & Candidate & { related: boolean })[] {
  const scores = scoreByWords(
    rows.map(({ searchTerms }) => searchTerms),
    question,
  );
  return rows.map((row, at) => ({
    ...row,
    // Computed only for the selected rows: a contact may have a thousand.
    get ageDays() {
      return calendarAge(row.age, now, timezone);
    },
    lexical: scores[at]?.score ?? 0,
    shared: scores[at]?.shared ?? [],
    related: scores[at]?.related ?? false,
  }));
}

const DAY_MS = 86_400_000;

/** Age in calendar days: two minutes across midnight count as one day. Times in the future count as today. */
function calendarAge(age: number, now: Date, timezone: string): number {
  return Math.max(0, daysBetween(timezone, new Date(Math.round(now.getTime() - age * DAY_MS)), now));
}

function asRetrieved(found: RetrievedInsight): RetrievedInsight {
  const { id, text, category, importance, similarity, ageDays, why, weak } = found;
  return { id, text, category, importance, similarity, ageDays, why, ...(weak && { weak }) };
}
