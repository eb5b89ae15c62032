import { newId, type Clock } from '#config';
import type { Database } from '#database';
import { readMoment, seedInsights, surroundingsIn, type SeededInsight } from '#memory';
import type { EmbeddingModel } from '#models';
import type { DatasetInsight } from './dataset.ts';
import { inventedInsight } from './invented-insights.ts';

/** A million insights then belong to 50,000 contacts. */
export const INSIGHTS_PER_CONTACT = 20;
const ROWS_A_TRANSACTION = 1_000;
const PROGRESS_EVERY = 100_000;

export const scaleContact = (index: number) => `scale-${index}`;

/** The services and settings for loading. */
export interface Loading {
  database: Database;
  clock: Clock;
  embedder: EmbeddingModel;
  orgId: string;
}

/** Stores the dataset, each insight with its surrounding text. @returns the dataset id of each stored insight. */
export async function loadDataset(
  loading: Loading,
  insights: readonly DatasetInsight[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const rows = [...Map.groupBy(insights, ({ contact }) => contact).values()].flatMap((own) => {
    const surroundings = surroundingsIn(own);
    return own.map((insight, at) => {
      const id = newId(loading.clock);
      ids.set(id, insight.id);
      const createdAt = readMoment(insight.at ?? '') ?? loading.clock.now();
      return {
        id,
        contactId: insight.contact,
        text: insight.text,
        createdAt,
        surroundings: surroundings[at],
      };
    });
  });
  for (let start = 0; start < rows.length; start += ROWS_A_TRANSACTION)
    await store(loading, rows.slice(start, start + ROWS_A_TRANSACTION));
  return ids;
}

/** Stores invented insights, {@link INSIGHTS_PER_CONTACT} per contact. */
export async function loadScale(loading: Loading, count: number): Promise<void> {
  for (let start = 0; start < count; start += ROWS_A_TRANSACTION) {
    const rows = Array.from({ length: Math.min(ROWS_A_TRANSACTION, count - start) }, (_, offset) => {
      const index = start + offset;
      return {
        id: newId(loading.clock),
        contactId: scaleContact(Math.floor(index / INSIGHTS_PER_CONTACT)),
        text: inventedInsight(index),
        createdAt: loading.clock.now(),
        surroundings: undefined,
      };
    });
    await store(loading, rows);
    if ((start + ROWS_A_TRANSACTION) % PROGRESS_EVERY === 0)
      console.error(`${start + ROWS_A_TRANSACTION} insights stored`);
  }
}

type Row = Pick<SeededInsight, 'id' | 'contactId' | 'createdAt'> & {
  text: string;
  surroundings: SeededInsight['surroundings'] | undefined;
};

async function store({ database, embedder, orgId }: Loading, rows: readonly Row[]): Promise<void> {
  const vectors = await embedder.embed(rows.map(({ text }) => text));
  const seeded = rows.map(({ text, surroundings, ...row }, at) => ({
    ...row,
    category: 'preference' as const,
    importance: 5,
    embedded: { text, model: embedder.model, embedding: vectors[at] ?? [] },
    ...(surroundings ? { surroundings } : {}),
  }));
  await database.forOrg(orgId, (tx) => seedInsights(tx, seeded));
}
