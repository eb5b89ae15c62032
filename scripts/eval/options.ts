import { backends, type Backend } from '../../test/harness/installation.ts';
import { StartRefusedError } from '../start/start.errors.ts';

/** The setting of each provider's key; the offline model needs none. */
const KEYS = {
  google: ['GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  offline: [],
} as const;
type Provider = keyof typeof KEYS;
/** What the provider is reached by, besides its key. */
const HANDED_ON = /^(?:GOOGLE|OPENAI|ANTHROPIC)_(?:API_KEY|GENERATIVE_AI_API_KEY|BASE_URL|MODELS)$/;
export const USAGE = `npm run eval -- --provider google|openai|anthropic|offline
  --pack PACK        the scenarios of that pack alone
  --scenario ID      that scenario alone
  --backend NAME     embedded (unless said), postgres or redis, at TEST_DATABASE_URL and TEST_REDIS_URL
  --json             prints JSON`;

export interface EvalOptions {
  provider: Provider;
  pack: string | undefined;
  scenario: string | undefined;
  backend: Backend;
  /** Of the installation in which the scenarios play. */
  env: Record<string, string>;
}

/** @throws StartRefusedError for a provider or backend that there is not, or a provider that has no key. */
export function readEvalOptions(
  given: { provider?: string; pack?: string; scenario?: string; backend?: string },
  environment: Readonly<Record<string, string | undefined>>,
): EvalOptions {
  const { provider, pack, scenario, backend: wanted = 'embedded' } = given;
  if (provider === undefined || !Object.hasOwn(KEYS, provider))
    throw new StartRefusedError(`Name the provider whose models are to be asked.\n${USAGE}`);
  const backend = backends.find((name) => name === wanted);
  if (!backend)
    throw new StartRefusedError(`--backend: expected one of ${backends.join(', ')}, found "${wanted}".`);
  const keys = KEYS[provider as Provider];
  if (keys.length > 0 && !keys.some((name) => environment[name]))
    throw new StartRefusedError(
      `${provider} needs a key: set ${keys[0]} in the environment or in .env, and run it again.`,
    );
  const handedOn = Object.entries(environment).filter(
    (entry): entry is [string, string] => HANDED_ON.test(entry[0]) && Boolean(entry[1]),
  );
  const env = { ...(provider === 'offline' ? {} : Object.fromEntries(handedOn)), MODEL_PROVIDER: provider };
  return { provider: provider as Provider, pack, scenario, backend, env };
}
