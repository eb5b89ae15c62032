import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { ModelError, OfflineEmbedder, type EmbeddingModel, type EmbeddingModels } from '#models';
import {
  normalizeText,
  type EmbeddedText,
  type InsightCategory,
  type InsightSurroundings,
  type MemoryPort,
  type NewInsight,
  type RetrievedInsight,
  type StoredInsight,
} from '#tools';
import { contradicts } from './contradiction.ts';
import { wordsOf } from './lexemes.ts';
import { retrieveOfContact, retrieveOfOrg, type FoundInsight } from './search/retrieval.ts';
import {
  deleteInsight,
  deleteInsightsOf,
  insertInsights,
  insightToEdit,
  listInsights,
  liveInsights,
  lockContact,
  refreshInsight,
  supersede,
  writeEdited,
  type EditedInsight,
  type ListedInsight,
  type LiveInsight,
} from './insight.repository.ts';

/** From this cosine on, two insights of one contact are the same thing in other words. */
const NEAR_DUPLICATE_COSINE = 0.95;
const DEFAULT_LIST_SIZE = 20;

const OFFLINE = new OfflineEmbedder();

async function embedded(embedder: EmbeddingModel, text: string, signal?: AbortSignal): Promise<EmbeddedText> {
  const [embedding] = await embedder.embed([text], signal);
  if (!embedding) throw new Error(`The embedding model ${embedder.model} gave no vector`);
  return { text, embedding, model: embedder.model };
}

/** What is remembered of contacts: stored, recalled, listed and forgotten. */
export class InsightService implements MemoryPort {
  constructor(
    private readonly database: Database,
    private readonly embedders: EmbeddingModels,
    private readonly clock: Clock,
  ) {}

  isSemantic(orgId: string): boolean {
    return this.embedders.of(orgId).semantic;
  }

  /**
   * The vector of a text. Where the provider does not answer, or the org has no money left for it, it is one of the offline
   * model: it is found by its words until the `embed` job has replaced it, and nothing is lost.
   */
  async embed(orgId: string, text: string, signal?: AbortSignal): Promise<EmbeddedText> {
    try {
      return await embedded(this.embedders.of(orgId), text, signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return embedded(OFFLINE, text, signal);
    }
  }

  async store(tx: OrgTransaction, insight: NewInsight, embedded: EmbeddedText): Promise<StoredInsight> {
    const now = this.clock.now();
    const expiresAt = insight.expiresAt ?? null;
    const normalizedText = normalizeText(insight.text);
    await lockContact(tx, insight.contactId);
    const known = await liveInsights(tx, insight.contactId, { ...embedded, normalizedText }, now);
    const contradicted = known.filter((other) => contradicts(other.text, insight.text));
    const same = sameInsight(known, { text: insight.text, normalizedText }, contradicted);
    if (same) {
      const refreshed = await refreshInsight(tx, same.id, { importance: insight.importance, expiresAt, now });
      return { ...refreshed, deduplicated: true, supersededIds: [] };
    }
    const { contactId, text, category, importance, source } = insight;
    const id = uuidV7({ msecs: now.getTime(), random: randomBytes(16) });
    const row = { id, contactId, text, normalizedText, category, importance, source, expiresAt };
    const from = {
      conversationId: insight.conversationId ?? null,
      subjectRef: insight.subjectRef ?? null,
      sourceMessageId: insight.sourceMessageId ?? null,
      surroundings: shortened(insight.surroundings ?? {}),
    };
    await insertInsights(tx, [{ row: { ...row, ...from, createdAt: now, updatedAt: now }, embedded }]);
    const untrue = [...contradicted.map((other) => other.id), ...(insight.replaces ?? [])];
    const supersededIds = untrue.length > 0 ? await supersede(tx, contactId, untrue, { byId: id, now }) : [];
    return { id, deduplicated: false, category, importance, expiresAt, supersededIds };
  }

  async retrieve(asked: {
    orgId: string;
    contactId: string;
    text: string;
    limit: number;
  }): Promise<RetrievedInsight[]> {
    const { orgId, contactId, text, limit } = asked;
    const query = await this.embed(orgId, text);
    const now = this.clock.now();
    const semantic = this.isSemantic(orgId) && query.model !== OFFLINE.model;
    return retrieveOfContact(this.database, { orgId, contactId, query, semantic, limit, now });
  }

  /** The insights of all contacts of an org that are closest to a question, best first. */
  async searchOrg(
    orgId: string,
    { text, limit, category }: { text: string; limit: number; category?: InsightCategory | undefined },
  ): Promise<FoundInsight[]> {
    const query = await this.embed(orgId, text);
    const semantic = this.isSemantic(orgId) && query.model !== OFFLINE.model;
    const search = { query, semantic, now: this.clock.now(), limit, category };
    return this.database.forOrg(orgId, (tx) => retrieveOfOrg(tx, search));
  }

  /** A contact's insights, the most important first. */
  list(tx: OrgTransaction, contactId: string, limit = DEFAULT_LIST_SIZE): Promise<ListedInsight[]> {
    return listInsights(tx, contactId, limit, this.clock.now());
  }

  /**
   * Corrects an insight. No rule for new ones applies: a person knows better.
   *
   * @param embedded the new text; undefined where it stays.
   * @returns what it was and is; undefined when the org has no such insight.
   */
  async edit(
    tx: OrgTransaction,
    id: string,
    change: Partial<EditedInsight>,
    embedded: EmbeddedText | undefined,
  ): Promise<{ before: EditedInsight; after: EditedInsight } | undefined> {
    const known = await insightToEdit(tx, id);
    if (!known) return undefined;
    const { surroundings, ...before } = known;
    const after = { ...before, ...change };
    const normalizedText = normalizeText(after.text);
    await writeEdited(tx, id, after, { normalizedText, embedded, surroundings, now: this.clock.now() });
    return { before, after };
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

/** Somebody may have pasted a whole document before it. */
const MAX_SURROUNDING_CHARACTERS = 1_000;

function shortened({ before, after, ...rest }: InsightSurroundings): InsightSurroundings {
  const short = (text: string) => text.slice(0, MAX_SURROUNDING_CHARACTERS);
  return { ...rest, before: before?.map(short), after: after === undefined ? undefined : short(after) };
}

/**
 * What the new insight only repeats. Another number, date or taste changes the vector less than another wording does, so
 * what it contradicts is no duplicate, however near; nor is what has other figures in it, of whatever they are.
 */
function sameInsight(
  known: LiveInsight[],
  { text, normalizedText }: { text: string; normalizedText: string },
  contradicted: LiveInsight[],
): LiveInsight | undefined {
  const literal = known.find((other) => other.normalizedText === normalizedText);
  if (literal || contradicted.length > 0) return literal;
  const figures = figuresOf(text);
  return known
    .filter((other) => (other.similarity ?? -1) >= NEAR_DUPLICATE_COSINE && figuresOf(other.text) === figures)
    .sort((left, right) => (right.similarity ?? -1) - (left.similarity ?? -1))[0];
}

/** The words of a text that have a digit in them, in any order. */
function figuresOf(text: string): string {
  return wordsOf(text)
    .filter((word) => /\d/.test(word))
    .sort()
    .join(' ');
}
