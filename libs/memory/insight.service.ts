import { cutText } from '#contracts';
import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Clock } from '#config';
import type { Database, OrgTransaction } from '#database';
import { ModelError, type EmbeddingModels } from '#models';
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
import { embedQuestion, embedTexts } from './embed-texts.ts';
import { dayInWords } from './search/dialogue.ts';
import { retrieveOfContact, retrieveOfOrg, type FoundInsight } from './search/retrieval.ts';
import {
  deleteInsight,
  insertInsights,
  insightToEdit,
  knownInsights,
  serializeInsightsOf,
  nameOfContact,
  refreshInsight,
  supersede,
  writeEdited,
  type EditedInsight,
  type InsightRow,
} from './insight.repository.ts';
import { byTime, relationOf, type NewStatement } from './statement-relation.ts';

/** A user waits for the answer. After this time the search uses words only. */
const ANSWER_WITHIN_MS = 1_000;

/** Stores, recalls, lists and deletes insights about contacts. */
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

  /** Returns the vector of a text, as {@link embedTexts}. */
  async embed(orgId: string, text: string, signal?: AbortSignal): Promise<EmbeddedText> {
    const [embedded] = await embedTexts(this.embedders.of(orgId), [text], signal);
    return embedded!;
  }

  async embedMeaning(orgId: string, text: string): Promise<EmbeddedText | undefined> {
    const embedder = this.embedders.of(orgId);
    if (!embedder.semantic) return undefined;
    const deadline = AbortSignal.timeout(this.answerWithinMs);
    try {
      const [embedding] = await embedder.embed([text], deadline);
      return embedding && { text, embedding, model: embedder.model };
    } catch (error) {
      if (error === deadline.reason || error instanceof ModelError) return undefined;
      throw error;
    }
  }

  /** Stores an insight, ordered by the time of its statement. It is never recalled if a known later insight contradicts it. */
  async store(tx: OrgTransaction, insight: NewInsight, embedded: EmbeddedText): Promise<StoredInsight> {
    const now = this.clock.now();
    const { contactId, importance, expiresAt = null } = insight;
    const statement = statementOf(insight, now);
    await serializeInsightsOf(tx, contactId);
    const { repeats, untrue, supersededBy } = relationOf(
      statement,
      await knownInsights(tx, contactId, statement, embedded),
    );
    const untrueIds = untrue.map((other) => other.id);
    const makeUntrue = async (id: string) =>
      untrueIds.length > 0 ? supersede(tx, contactId, untrueIds, { id, saidAt: statement.saidAt, now }) : [];
    if (repeats) {
      const isLater = byTime(statement, repeats) >= 0;
      const again = { ...statement, isLater, saidBy: insight.said?.by ?? null, importance, expiresAt, now };
      const refreshed = await refreshInsight(tx, repeats.id, again);
      return { ...refreshed, deduplicated: true, supersededIds: await makeUntrue(repeats.id) };
    }
    const row = newRow(insight, statement, now, await surroundingsOf(tx, insight, statement));
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

  async retrieve(request: {
    orgId: string;
    contactId: string;
    text: string;
    limit: number;
    timezone?: string;
  }): Promise<RetrievedInsight[]> {
    const { orgId, contactId, text, limit, timezone = 'UTC' } = request;
    const { query, semantic } = await embedQuestion(this.embedders, orgId, text);
    const now = this.clock.now();
    return retrieveOfContact(this.database, { orgId, contactId, query, semantic, limit, now, timezone });
  }

  /** The insights of all contacts of an org that are closest to a question, best first. Ages are counted in UTC days. */
  async searchOrg(
    orgId: string,
    { text, limit, category }: { text: string; limit: number; category?: InsightCategory | undefined },
  ): Promise<FoundInsight[]> {
    const { query, semantic } = await embedQuestion(this.embedders, orgId, text);
    const search = { query, semantic, now: this.clock.now(), timezone: 'UTC', limit, category };
    return this.database.forOrg(orgId, (tx) => retrieveOfOrg(tx, search));
  }

  /**
   * Corrects an insight. The rules for new insights do not apply, because the correction is by a person.
   *
   * @param embedded the new text; undefined if the text is unchanged.
   * @returns the values before and after; undefined if the org has no such insight.
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

  /** Deletes an insight. @returns false if the org has no such insight. */
  async forget(tx: OrgTransaction, id: string): Promise<boolean> {
    return (await deleteInsight(tx, id)) > 0;
  }
}

/** Limit per surrounding message, which may be a pasted document. */
const MAX_SURROUNDING_CHARACTERS = 1_000;

function shortened({ before, after, ...rest }: InsightSurroundings): InsightSurroundings {
  const short = (text: string) => cutText(text, MAX_SURROUNDING_CHARACTERS, '');
  return { ...rest, before: before?.map(short), after: after === undefined ? undefined : short(after) };
}

/** Adds speaker and day to the surroundings, in the words of likely questions. */
async function surroundingsOf(
  tx: OrgTransaction,
  { contactId, said, surroundings = {} }: NewInsight,
  { saidAt }: NewStatement,
): Promise<InsightSurroundings> {
  const speaker = said?.by === 'contact' ? await nameOfContact(tx, contactId) : said?.by;
  return shortened({ speaker, saidAt: dayInWords(saidAt), ...surroundings });
}

function statementOf({ text, said, replaces = [] }: NewInsight, now: Date): NewStatement {
  return {
    text,
    normalizedText: normalizeText(text),
    replaces,
    saidAt: said?.at ?? now,
    saidTurn: said?.turnSeq ?? 0,
    saidPlace: said?.place ?? 0,
  };
}

function newRow(
  insight: NewInsight,
  statement: NewStatement,
  now: Date,
  surroundings: InsightSurroundings,
): InsightRow {
  return {
    id: uuidV7({ msecs: now.getTime(), random: randomBytes(16) }),
    contactId: insight.contactId,
    conversationId: insight.conversationId ?? null,
    subjectRef: insight.subjectRef ?? null,
    text: insight.text,
    normalizedText: statement.normalizedText,
    category: insight.category,
    importance: insight.importance,
    source: insight.source,
    sourceMessageId: insight.said?.messageId ?? null,
    saidAt: statement.saidAt,
    saidTurn: statement.saidTurn,
    saidPlace: statement.saidPlace,
    saidBy: insight.said?.by ?? null,
    surroundings,
    expiresAt: insight.expiresAt ?? null,
    createdAt: now,
    updatedAt: now,
  };
}
