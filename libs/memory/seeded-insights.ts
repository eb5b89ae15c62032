import type { OrgTransaction } from '#database';
import { normalizeText, type EmbeddedText, type InsightCategory } from '#tools';
import { insertInsight } from './insight.repository.ts';

/** An insight of demo history, with an id and a time of its own. */
export interface SeededInsight {
  id: string;
  contactId: string;
  category: InsightCategory;
  importance: number;
  createdAt: Date;
  embedded: EmbeddedText;
}

/** Adds those that are missing; the rules for new insights do not apply. */
export async function seedInsights(tx: OrgTransaction, insights: SeededInsight[]): Promise<void> {
  for (const { embedded, ...insight } of insights) {
    const row = {
      ...insight,
      text: embedded.text,
      normalizedText: normalizeText(embedded.text),
      conversationId: null,
      subjectRef: null,
      source: 'user_noted' as const,
      expiresAt: null,
      updatedAt: insight.createdAt,
    };
    await insertInsight(tx, row, embedded);
  }
}
