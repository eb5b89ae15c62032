import { ModelRegistry, type ModelPrices } from '#models';
import { LOCAL_HOSTS } from '../../test/scenarios/scenario-installation.ts';
import type { LineOf } from '../commands/command-line.ts';
import type { evaluate } from '../commands/development-programs.ts';
import { UsageError } from '../commands/usage.errors.ts';
import { StartRefusedError } from '../start/start.errors.ts';

/** The settings of each provider's keys. */
const KEYS = {
  google: ['GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
} as const;
type KeyedProvider = keyof typeof KEYS;

/** Hosts that charge nothing. */
const IS_LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

type Given = Pick<LineOf<typeof evaluate>['options'], 'provider' | 'model' | 'prices-usd'>;
type Surroundings = Readonly<Record<string, string | undefined>>;

/** The provider whose models play the scenarios, and how it is reached. */
export interface Contestant {
  /** Its name in the report. */
  name: string;
  provider: KeyedProvider | 'offline' | 'compatible';
  /** The model that does every task; without it the provider's models of each tier play. */
  model?: string;
  /** Prices of the one model in USD per million tokens. */
  prices?: Pick<ModelPrices, 'input' | 'cachedInput' | 'output'>;
  /** The server of a model that the org adds. */
  server?: { baseUrl: string; apiKey: string | null };
  /** Settings of the installation in which the scenarios play. */
  env: Record<string, string>;
}

/** True if calls of the models have a price, which a budget can limit. */
export function isPaid({ provider, prices }: Contestant): boolean {
  return provider in KEYS || Object.values(prices ?? {}).some((price) => price > 0);
}

/** @throws StartRefusedError for a provider without a key; UsageError for a model that is not the provider's. */
export function readContestants(
  { provider: providers, model: models, 'prices-usd': prices }: Given,
  environment: Surroundings,
): Contestant[] {
  return providers.flatMap((name): Contestant[] => {
    if (name === 'offline') return [{ name, provider: name, env: { MODEL_PROVIDER: name } }];
    if (!isKeyed(name)) {
      if (!URL.canParse(name)) throw new UsageError(`--provider: ${name} is not a URL.`);
      if (!prices && !IS_LOCAL.test(new URL(name).hostname))
        throw new UsageError(
          `--provider: ${name} may charge for calls. Give its prices with --prices-usd, or 0,0,0 if they are free.`,
        );
      const server = { baseUrl: name, apiKey: environment.EVAL_API_KEY || null };
      const env = { MODEL_PROVIDER: '', HTTP_ALLOW_HOSTS: `${LOCAL_HOSTS},${new URL(name).hostname}` };
      const one = { provider: 'compatible' as const, server, env, ...(prices && { prices }) };
      return models.map((model) => ({ ...one, name: model, model }));
    }
    const env = { ...settingsOf(name, environment), MODEL_PROVIDER: name };
    if (providers.length > 1 || models.length === 0) return [{ name, provider: name, env }];
    const known = new ModelRegistry().all().filter((entry) => entry.provider === name);
    return models.map((model) => {
      const prices = known.find(({ id }) => id === model)?.prices;
      if (prices) return { name: model, provider: name, model, prices, env };
      const names = known.map(({ id }) => id).join(', ');
      throw new UsageError(`--model: ${name} has ${names}, found "${model}".`);
    });
  });
}

function isKeyed(name: string): name is KeyedProvider {
  return name in KEYS;
}

function settingsOf(provider: KeyedProvider, environment: Surroundings): Record<string, string> {
  const keys = KEYS[provider];
  if (!keys.some((name) => environment[name]))
    throw new StartRefusedError(
      `${provider} needs a key: set ${keys[0]} in the environment or in .env, and run it again.`,
    );
  const upper = provider.toUpperCase();
  const handedOn = [...keys, `${upper}_BASE_URL`, `${upper}_MODELS`];
  return Object.fromEntries(
    handedOn.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
}
