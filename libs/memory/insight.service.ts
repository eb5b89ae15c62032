import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import type { EmbeddingModel } from '#models';
import {
  normalizeText,
  type EmbeddedText,
  type MemoryPort,
  type NewInsight,
  type RetrievedInsight,
  type StoredInsight,
} from '#tools';
import { askedCategories } from './asked-categories.ts';
import { contradicts } from './contradiction.ts';
import { fuse } from './fusion.ts';
import {
  candidatesFor,
  deleteInsight,
  deleteInsightsOf,
  insertInsight,
  listInsights,
  liveInsights,
  lockContact,
  refreshInsight,
  supersede,
  type ListedInsight,
  type LiveInsight,
} from './insight.repository.ts';

/** From this cosine on, two insights of one contact are the same thing in other words. */
const NEAR_DUPLICATE_COSINE = 0.95;
const DEFAULT_LIST_SIZE = 20;

/** What is remembered of contacts: stored, recalled, listed and forgotten. */
export class InsightService implements MemoryPort {
  constructor(
    private readonly database: Database,
    private readonly embedder: EmbeddingModel,
    private readonly clock: Clock,
  ) {}

  get semantic(): boolean {
    return this.embedder.semantic;
  }

  async embed(text: string, signal?: AbortSignal): Promise<EmbeddedText> {
    const [embedding] = await this.embedder.embed([text], signal);
    if (!embedding) throw new Error(`The embedding model ${this.embedder.model} gave no vector`);
    return { text, embedding, model: this.embedder.model };
  }

  async store(tx: OrgTransaction, insight: NewInsight, embedded: EmbeddedText): Promise<StoredInsight> {
    const now = this.clock.now();
    const expiresAt = insight.expiresAt ?? null;
    const normalizedText = normalizeText(insight.text);
    await lockContact(tx, insight.contactId);
    const known = await liveInsights(tx, insight.contactId, embedded, now);
    const contradicted = known.filter((other) => contradicts(other.text, insight.text));
    const same = sameInsight(known, normalizedText, contradicted);
    if (same) {
      const refreshed = await refreshInsight(tx, same.id, { importance: insight.importance, expiresAt, now });
      return { ...refreshed, deduplicated: true, supersededIds: [] };
    }
    const { contactId, text, category, importance, source } = insight;
    const id = uuidV7({ msecs: now.getTime(), random: randomBytes(16) });
    const row = { id, contactId, text, normalizedText, category, importance, source, expiresAt };
    const about = { conversationId: insight.conversationId ?? null, subjectRef: insight.subjectRef ?? null };
    await insertInsight(tx, { ...row, ...about, createdAt: now, updatedAt: now }, embedded);
    const supersededIds = contradicted.map((other) => other.id);
    if (supersededIds.length > 0) await supersede(tx, supersededIds, id, now);
    return { id, deduplicated: false, category, importance, expiresAt, supersededIds };
  }

  async retrieve(query: {
    orgId: string;
    contactId: string;
    text: string;
    limit: number;
  }): Promise<RetrievedInsight[]> {
    const embedded = await this.embed(query.text);
    const now = this.clock.now();
    const candidates = await this.database.forOrg(query.orgId, (tx) =>
      candidatesFor(tx, query.contactId, embedded, now),
    );
    return fuse(candidates, { now, limit: query.limit, asked: askedCategories(query.text) });
  }

  /** A contact's insights, the most important first. */
  list(tx: OrgTransaction, contactId: string, limit = DEFAULT_LIST_SIZE): Promise<ListedInsight[]> {
    return listInsights(tx, contactId, limit, this.clock.now());
  }

  /** @returns false when the org has no such insight. */
  async forget(tx: OrgTransaction, id: string): Promise<boolean> {
    return (await deleteInsight(tx, id)) > 0;
  }

  /** @returns how many there were. */
  forgetContact(tx: OrgTransaction, contactId: string): Promise<number> {
    return deleteInsightsOf(tx, contactId);
  }
}

/**
 * What the new insight only repeats. Another number, date or taste changes the vector less than another wording does, so
 * what it contradicts is no duplicate, however near.
 */
function sameInsight(
  known: LiveInsight[],
  normalizedText: string,
  contradicted: LiveInsight[],
): LiveInsight | undefined {
  const literal = known.find((other) => other.normalizedText === normalizedText);
  if (literal || contradicted.length > 0) return literal;
  const byNearness = [...known].sort((left, right) => (right.similarity ?? -1) - (left.similarity ?? -1));
  return byNearness.find((other) => (other.similarity ?? -1) >= NEAR_DUPLICATE_COSINE);
}
