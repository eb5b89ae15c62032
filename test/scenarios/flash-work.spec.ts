import { FixedClock } from '#config';
import { costOfUsage, countTextTokens, ModelRegistry, ModelRouter, reportOf } from '#models';
import { scenarios } from '../../packs/estio/scenarios/index.ts';
import { estio } from '../../packs/estio/index.ts';

/** Tokens of a reply, a summary, and the insights of a message. */
const OUTPUT_TOKENS = 150;
const FLASH = ['summarization', 'insight_extraction'];
const STANDARD = ['draft_reply'];

/** How often a flash task works on each message, and how often each message is answered. */
interface Mix {
  flash: number;
  standard: number;
}
const TWO_THIRDS: Mix = { flash: 2, standard: 1 };
const SEVEN_TENTHS: Mix = { flash: 7, standard: 3 };

/**
 * The messages of the pack's scenarios, with the keys of one provider, on a given day. All tasks read the same words.
 */
async function usedWith(provider: 'openai' | 'google' | 'anthropic', day: string, { flash, standard }: Mix) {
  const registry = new ModelRegistry(undefined, undefined, new FixedClock(new Date(`${day}T12:00:00Z`)));
  const router = new ModelRouter({ registry, configured: [provider] });
  const messages = scenarios.scenarios.flatMap(({ steps }) =>
    steps.map(({ say }) => (typeof say === 'string' ? say : say({}))),
  );
  const prompt = estio.agents[0]?.prompt ?? '';
  const call = async (taskType: string, told: string, completionTokens: number) => {
    const promptTokens = await countTextTokens(told);
    const { model, tier } = router.route({ taskType, inputTokens: promptTokens });
    const usage = { promptTokens, cachedTokens: 0, completionTokens };
    return { provider, tier, calls: 1, ...usage, costUsd: costOfUsage(registry.find(model)!, usage) };
  };
  const tasks = [
    ...Array.from({ length: flash }, (_, at) => FLASH[at % FLASH.length]!),
    ...Array.from({ length: standard }, (_, at) => STANDARD[at % STANDARD.length]!),
  ];
  const used = await Promise.all(
    messages.flatMap((said) => tasks.map((task) => call(task, `${prompt}\n${said}`, OUTPUT_TOKENS))),
  );
  return reportOf(used, registry);
}

describe('mostly flash work, compared with all of it on the standard tier', () => {
  // Where the standard model costs less than ten times the flash model, two thirds of the work cannot save 60 %: then it
  // takes a little more. The standard model of Google costs half until the end of 2026.
  it.each([
    ['google', '2026-11-22', 0.58, 0.6],
    ['google', '2027-01-01', 0.6, 0.65],
    ['anthropic', '2026-11-22', 0.6, 0.65],
    ['openai', '2026-11-22', 0.58, 0.6],
  ] as const)(
    'saves on models of %s on %s at least %d with two thirds of the tokens, %d with seven tenths',
    async (provider, day, ofTwoThirds, ofSevenTenths) => {
      const report = await usedWith(provider, day, TWO_THIRDS);
      expect(report.tiers[0]!.shareOfTokens).toBeCloseTo(2 / 3, 5);
      expect(report.savedAgainstStandard).toBeGreaterThanOrEqual(ofTwoThirds);
      expect(report.savedAgainstPremium).toBeGreaterThan(0.5);
      // Two thirds of the savings with all work on the flash tier: the routing reaches its full effect.
      expect(report.savedAgainstStandard).toBeCloseTo((report.ceilingAgainstStandard! * 2) / 3, 3);
      const more = await usedWith(provider, day, SEVEN_TENTHS);
      expect(more.savedAgainstStandard).toBeGreaterThanOrEqual(ofSevenTenths);
    },
  );

  it('saves more than 60 % with two thirds of the tokens, at the prices for which the target was set', async () => {
    const usage = { promptTokens: 2_000, cachedTokens: 0, completionTokens: 300, costUsd: 0, calls: 1 };
    const used = ['flash', 'flash', 'standard'].map((tier) => ({ ...usage, tier, provider: 'offline' }));
    const report = reportOf(used, new ModelRegistry(), 'source');
    expect(report.tiers[0]!.shareOfTokens).toBeCloseTo(2 / 3, 5);
    expect(report.savedAgainstStandard).toBeGreaterThan(0.6);
    expect(report.savedAgainstPremium).toBeGreaterThan(0.9);
  });
});
