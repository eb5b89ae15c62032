import { randomUUID } from 'node:crypto';
import { describeOnEachDatabase } from '../../../test/harness/suite-database.ts';
import { ModelRouter } from '../model-router.ts';
import { LearnedOutputs } from './learned-outputs.ts';

describeOnEachDatabase('expected length of answers', (on) => {
  const warnings: string[] = [];
  const logger = { warn: (_context: unknown, message?: string) => void warnings.push(message ?? '') };

  const open = () => new LearnedOutputs(on.database, logger);
  const times = (count: number, work: () => void) => Array.from({ length: count }).forEach(work);

  it('is learned per org and task after some calls, and prices later routes', () => {
    const learned = open();
    const orgId = randomUUID();
    times(4, () => learned.note(orgId, 'draft_reply', 100));
    expect(learned.expected(orgId, 'draft_reply')).toBeUndefined();
    learned.note(orgId, 'draft_reply', 100);
    expect(learned.expected(orgId, 'draft_reply')).toBe(100);
    expect(learned.expected(orgId, 'negotiation')).toBeUndefined();
    expect(learned.expected(randomUUID(), 'draft_reply')).toBeUndefined();
    const router = new ModelRouter({
      configured: ['openai'],
      expectedOutputTokens: (org, task) => learned.expected(org, task),
    });
    const cost = (id: string) =>
      router.route({ taskType: 'draft_reply', orgId: id, inputTokens: 1_000 }).estimatedCostUsd;
    expect(cost(orgId)).toBeCloseTo((1_000 * 0.75 + 100 * 4.5) / 1e6, 10);
    expect(cost(randomUUID())).toBeCloseTo((1_000 * 0.75 + 500 * 4.5) / 1e6, 10);
  });

  it('follows recent calls', () => {
    const learned = open();
    times(50, () => learned.note('org', 'task', 100));
    times(100, () => learned.note('org', 'task', 900));
    expect(learned.expected('org', 'task')).toBeGreaterThan(850);
  });

  it('is exchanged with other processes, and counted once', async () => {
    const [one, two] = [open(), open()];
    const orgId = randomUUID();
    times(20, () => one.note(orgId, 'task/with slash', 200));
    await one.exchange();
    await two.exchange();
    expect(two.expected(orgId, 'task/with slash')).toBe(200);
    times(20, () => two.note(orgId, 'task/with slash', 400));
    await two.exchange();
    await one.exchange();
    await one.exchange();
    const both = one.expected(orgId, 'task/with slash');
    expect(both).toBe(two.expected(orgId, 'task/with slash'));
    expect(both).toBeGreaterThan(290);
    expect(both).toBeLessThan(400);
    expect(warnings).toEqual([]);
  });

  it('is kept if the exchange fails', async () => {
    const away = { asPlatform: () => Promise.reject(new Error('away')) };
    const learned = new LearnedOutputs(away as never, logger);
    times(5, () => learned.note('org', 'task', 70));
    await learned.exchange();
    expect(learned.expected('org', 'task')).toBe(70);
    expect(warnings.splice(0)).toHaveLength(1);
  });
});
