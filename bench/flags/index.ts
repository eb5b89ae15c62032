// npm run bench -- flags: duration of one flag evaluation. See README.md beside this file.
import { randomUUID } from 'node:crypto';
import { FlagCatalogue, Flags, FlagStore, conversationPlace, orgPlace, type StoredRule } from '#flags';
import { readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';

/** Evaluations per measurement, because a single one is shorter than the resolution of the clock. */
const BATCH = 100;

const settings = readOptions('flags', {
  orgs: whole(1_000, 'orgs, each with its own rule and share'),
  pinned: whole(10_000, 'conversations with their own rule', { least: 0 }),
  questions: whole(200_000, 'evaluations of each kind'),
});

const orgIds = Array.from({ length: settings.orgs }, () => randomUUID());
const orgOf = (index: number) => orgIds[index % orgIds.length] ?? '';
const set = { flag: 'tool_broker', percent: null, revision: 1, changedAt: new Date(0) };
const rules: StoredRule[] = [
  ...orgIds.map((orgId) => ({ ...set, ...orgPlace('org', orgId), value: 'shadow' })),
  ...orgIds.map((orgId) => ({ ...set, ...orgPlace('share', orgId), value: 'enforce', percent: 20 })),
  ...Array.from({ length: settings.pinned }, (_, index) => ({
    ...set,
    ...conversationPlace(orgOf(index), randomUUID()),
    value: 'off',
  })),
];
const store = new FlagStore(new FlagCatalogue(), async () => rules);
const loadedAt = performance.now();
await store.refresh();
const refreshMs = performance.now() - loadedAt;
const flags = await Flags.open(store);
const contexts = Array.from({ length: 10_000 }, (_, index) => ({
  orgId: orgOf(index),
  conversationId: randomUUID(),
}));
const contextOf = (index: number) => contexts[index % contexts.length] ?? { orgId: '' };

const ways = {
  variantUs: (index: number) => flags.variant('tool_broker', contextOf(index)),
  switchUs: (index: number) => flags.isOn('ptc', contextOf(index)),
  storeUs: async (index: number) => store.evaluate('tool_broker', contextOf(index)),
};
const figures: Record<string, Record<string, number>> = {};
for (const [name, ask] of Object.entries(ways)) {
  await measure(ask, settings.questions / 10);
  figures[name] = summarize(await measure(ask, settings.questions), [50, 99, 100]);
}
writeResult('flags', settings, { ...figures, refreshMs: Math.round(refreshMs * 10) / 10 });

/** @returns microseconds per evaluation, one number per batch. */
async function measure(ask: (index: number) => Promise<unknown>, questions: number): Promise<number[]> {
  const perQuestionUs: number[] = [];
  for (let done = 0; done < questions; done += BATCH) {
    const startedAt = performance.now();
    for (let index = 0; index < BATCH; index += 1) await ask(done + index);
    perQuestionUs.push(((performance.now() - startedAt) * 1_000) / BATCH);
  }
  return perQuestionUs;
}
