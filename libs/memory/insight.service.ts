import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { ModelError, OfflineEmbedder, type EmbeddingModel, type EmbeddingModels } from '#models';
import { normalizeText } from '#text';
import {
  type EmbeddedText,
  type InsightCategory,
  type InsightSurroundings,
  type MemoryPort,
  type NewInsight,
  type RetrievedInsight,
  type StoredInsight,
} from '#pack-kit';
import { dayInWords } from './search/dialogue.ts';
import { retrieveOfContact, retrieveOfOrg, type FoundInsight } from './search/retrieval.ts';
import {
  deleteInsight,
  deleteInsightsOf,
  insertInsights,
  insightToEdit,
  listInsights,
  knownInsights,
  lockContact,
  nameOfContact,
  refreshInsight,
  supersede,
  writeEdited,
  type EditedInsight,
  type InsightRow,
  type ListedInsight,
} from './insight.repository.ts';
import { bySaying, standingOf, type Told } from './standing.ts';

const DEFAULT_LIST_SIZE = 20;
/** Somebody waits for the answer; after that, words have to do. */
const ANSWER_WITHIN_MS = 1_000;

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
    private readonly answerWithinMs = ANSWER_WITHIN_MS,
  ) {}

  isSemantic(orgId: string): boolean {
    return this.embedders.of(orgId).semantic;
  }

  /**
   * The vector of a text. Where the provider does not answer, or the org has no money left for it, it is one of the offline
   * model: it is found by its words until the `re-embed` job has replaced it, and nothing is lost.
   */
  async embed(orgId: string, text: string, signal?: AbortSignal): Promise<EmbeddedText> {
    try {
      return await embedded(this.embedders.of(orgId), text, signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return embedded(OFFLINE, text, signal);
    }
  }

  async embedMeaning(orgId: string, text: string): Promise<EmbeddedText | undefined> {
    const embedder = this.embedders.of(orgId);
    if (!embedder.semantic) return undefined;
    const deadline = AbortSignal.timeout(this.answerWithinMs);
    try {
      return await embedded(embedder, text, deadline);
    } catch (error) {
      if (error === deadline.reason || error instanceof ModelError) return undefined;
      throw error;
    }
  }

  /** What is stored goes by when it was said: what was said before something known, and does not go with it, is never recalled. */
  async store(tx: OrgTransaction, insight: NewInsight, embedded: EmbeddedText): Promise<StoredInsight> {
    const now = this.clock.now();
    const { contactId, importance, expiresAt = null } = insight;
    const told = toldAt(insight, now);
    await lockContact(tx, contactId);
    const { repeats, untrue, supersededBy } = standingOf(
      told,
      await knownInsights(tx, contactId, told, embedded),
    );
    const untrueIds = untrue.map((other) => other.id);
    const makeUntrue = async (id: string) =>
      untrueIds.length > 0 ? supersede(tx, contactId, untrueIds, { id, saidAt: told.saidAt, now }) : [];
    if (repeats) {
      const isLater = bySaying(told, repeats) >= 0;
      const again = { ...told, isLater, saidBy: insight.said?.by ?? null, importance, expiresAt, now };
      const refreshed = await refreshInsight(tx, repeats.id, again);
      return { ...refreshed, deduplicated: true, supersededIds: await makeUntrue(repeats.id) };
    }
    const row = newRow(insight, told, now, await surroundingsOf(tx, insight, told));
    await insertInsights(tx, [{ row, embedded }]);
    const supersededIds = await makeUntrue(row.id);
    if (supersededBy) await supersede(tx, contactId, [row.id], { ...supersededBy, now });
    return {
      id: row.id,
      deduplicated: false,
      category: insight.category,
      importance,
      expiresAt,
      supersededIds,
    };
  }

  async retrieve(asked: {
    orgId: string;
    contactId: string;
    text: string;
    limit: number;
    timezone?: string;
  }): Promise<RetrievedInsight[]> {
    const { orgId, contactId, text, limit, timezone = 'UTC' } = asked;
    const query = await this.embed(orgId, text);
    const now = this.clock.now();
    const semantic = this.isSemantic(orgId) && query.model !== OFFLINE.model;
    return retrieveOfContact(this.database, { orgId, contactId, query, semantic, limit, now, timezone });
  }

  /** The insights of all contacts of an org that are closest to a question, best first; their days are those of UTC. */
  async searchOrg(
    orgId: string,
    { text, limit, category }: { text: string; limit: number; category?: InsightCategory | undefined },
  ): Promise<FoundInsight[]> {
    const query = await this.embed(orgId, text);
    const semantic = this.isSemantic(orgId) && query.model !== OFFLINE.model;
    const search = { query, semantic, now: this.clock.now(), timezone: 'UTC', limit, category };
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

/** With its speaker and its day, in the words that people ask with. */
async function surroundingsOf(
  tx: OrgTransaction,
  { contactId, said, surroundings = {} }: NewInsight,
  { saidAt }: Told,
): Promise<InsightSurroundings> {
  const speaker = said?.by === 'contact' ? await nameOfContact(tx, contactId) : said?.by;
  return shortened({ speaker, saidAt: dayInWords(saidAt), ...surroundings });
}

function toldAt({ text, said, replaces = [] }: NewInsight, now: Date): Told {
  return {
    text,
    normalizedText: normalizeText(text),
    replaces,
    saidAt: said?.at ?? now,
    saidTurn: said?.turnSeq ?? 0,
    saidPlace: said?.place ?? 0,
  };
}

function newRow(insight: NewInsight, told: Told, now: Date, surroundings: InsightSurroundings): InsightRow {
  return {
    id: uuidV7({ msecs: now.getTime(), random: randomBytes(16) }),
    contactId: insight.contactId,
    conversationId: insight.conversationId ?? null,
    subjectRef: insight.subjectRef ?? null,
    text: insight.text,
    normalizedText: told.normalizedText,
    category: insight.category,
    importance: insight.importance,
    source: insight.source,
    sourceMessageId: insight.said?.messageId ?? null,
    saidAt: told.saidAt,
    saidTurn: told.saidTurn,
    saidPlace: told.saidPlace,
    saidBy: insight.said?.by ?? null,
    surroundings,
    expiresAt: insight.expiresAt ?? null,
    createdAt: now,
    updatedAt: now,
  };
}
