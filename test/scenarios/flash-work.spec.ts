import { costOfUsage, countTextTokens, ModelRegistry, ModelRouter, reportOf, type PriceSet } from '#models';
import { scenarios } from '../../libs/packs/estio/scenarios/index.ts';
import { estio } from '../../libs/packs/estio/index.ts';

/** Tokens of a reply, of a summary, and of the insights of a message. */
const OUTPUT_TOKENS = 150;

/**
 * The messages of the pack's scenarios, with one provider's keys: each is answered, and the conversation summed up and
 * searched for insights. All three read the same words.
 */
async function usedWith(provider: Exclude<PriceSet, 'cheapest'>) {
  const registry = new ModelRegistry();
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
  const used = await Promise.all(
    messages.flatMap((said) =>
      ['summarization', 'insight_extraction', 'draft_reply'].map((task) =>
        call(task, `${prompt}\n${said}`, OUTPUT_TOKENS),
      ),
    ),
  );
  return reportOf(used, registry);
}

describe('work of which two thirds of the tokens are of the flash tier', () => {
  // OpenAI's standard model costs less than ten times its flash model: a third of the work is all that is left to save.
  it.each([
    ['google', 0.6],
    ['anthropic', 0.6],
    ['openai', 0.57],
  ] as const)(
    'costs on models of %s at least %d less than all of it on the standard tier',
    async (provider, least) => {
      const report = await usedWith(provider);
      expect(report.tiers[0]!.shareOfTokens).toBeGreaterThanOrEqual(2 / 3);
      expect(report.tiers[1]!.shareOfTokens).toBeGreaterThan(0);
      expect(report.savedAgainstStandard).toBeGreaterThanOrEqual(least);
      expect(report.savedAgainstPremium).toBeGreaterThan(0.5);
    },
  );
});
