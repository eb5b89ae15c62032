import { FixedClock } from '#config';
import { ModelBreakers } from '../calls/model-breakers.ts';
import { ModelCalls } from '../calls/model-calls.ts';
import { ModelCooldowns } from '../calls/model-cooldowns.ts';
import { knownModels } from '../known-models.ts';
import type { GenerateRequest, GenerateResult, LanguageModel, ProviderName } from '../language-model.ts';
import { LanguageModels } from '../language-models.ts';
import { ModelRouter } from '../model-router.ts';
import { ModelRegistry } from '../registry.ts';

export const MINI = 'gpt-5.4-mini';
export const FLASH = 'gemini-3.8-flash';
export const USAGE = { promptTokens: 1_000, cachedTokens: 400, completionTokens: 100 };

/** A provider that answers with the name of the requested model, unless the test decides otherwise. */
export class PlayedModel implements LanguageModel {
  /** The requested models, in order. */
  readonly requested: string[] = [];
  /** Runs in each call. The answer has the returned fields; an error fails the call. */
  play: (request: GenerateRequest) => Partial<GenerateResult> | Promise<Partial<GenerateResult>> = () => ({});

  fail(error: Error): void {
    this.play = () => {
      throw error;
    };
  }

  constructor(readonly provider: ProviderName) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    this.requested.push(request.model);
    const played = await this.play(request);
    request.onText?.(request.model);
    return { text: request.model, toolCalls: [], usage: USAGE, finishReason: 'stop', ...played };
  }
}

/** Two models of the standard tier, of which {@link MINI} is the cheaper one, with their router and calls. */
export function openTwoModels({
  breakers = new ModelBreakers(),
  cooldowns = new ModelCooldowns(),
}: {
  breakers?: ModelBreakers;
  cooldowns?: ModelCooldowns;
} = {}) {
  const [openai, google] = [new PlayedModel('openai'), new PlayedModel('google')];
  const models = new LanguageModels(
    new Map<ProviderName, LanguageModel>([
      ['openai', openai],
      ['google', google],
    ]),
  );
  const registry = new ModelRegistry(
    knownModels.filter(({ id }) => id === MINI || id === FLASH),
    undefined,
    // The introductory price of the second has ended.
    new FixedClock(new Date('2027-01-01T00:00:00Z')),
  );
  const router = new ModelRouter({
    registry,
    configured: models.configured,
    obstacleOf: (model, orgId) =>
      models.obstacle(model, orgId) ?? breakers.obstacle(model, orgId) ?? cooldowns.obstacle(model, orgId),
  });
  const logged: [level: string, context: unknown, message: unknown][] = [];
  const logger = {
    error: (context: unknown, message: unknown) => logged.push(['error', context, message]),
    warn: (context: unknown, message: unknown) => logged.push(['warn', context, message]),
  };
  const calls = new ModelCalls(models, registry, breakers, undefined, undefined, cooldowns, logger);
  return { openai, google, router, calls, logged };
}
