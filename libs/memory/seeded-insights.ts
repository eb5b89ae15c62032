import type { OrgTransaction } from '#pack-kit';
import { normalizeText } from '#text';
import { type EmbeddedText, type InsightCategory, type InsightSurroundings, type Speaker } from '#pack-kit';
import { insertInsights } from './insight.repository.ts';

/** An insight of demo history or of a dataset, with given id and time. */
export interface SeededInsight {
  id: string;
  contactId: string;
  category: InsightCategory;
  importance: number;
  /** Time of the statement and of storing. */
  createdAt: Date;
  saidBy?: Speaker;
  embedded: EmbeddedText;
  surroundings?: InsightSurroundings;
}

const ROWS_A_STATEMENT = 200;

/** Inserts the insights that do not exist. The rules for new insights do not apply. */
export async function seedInsights(tx: OrgTransaction, insights: SeededInsight[]): Promise<void> {
  const rows = insights.map(({ embedded, ...insight }) => ({
    row: {
      ...insight,
      text: embedded.text,
      normalizedText: normalizeText(embedded.text),
      conversationId: null,
      subjectRef: null,
      source: 'user_noted' as const,
      sourceMessageId: null,
      saidAt: insight.createdAt,
      saidTurn: 0,
      saidPlace: 0,
      saidBy: insight.saidBy ?? null,
      surroundings: insight.surroundings ?? {},
      expiresAt: null,
      updatedAt: insight.createdAt,
    },
    embedded,
  }));
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await insertInsights(tx, rows.slice(start, start + ROWS_A_STATEMENT));
}
