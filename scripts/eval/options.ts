import type { LineOf } from '../commands/command-line.ts';
import type { evaluate } from '../commands/development-programs.ts';
import { StartRefusedError } from '../start/start.errors.ts';

/** The setting of each provider's key; the offline model needs none. */
const KEYS = {
  google: ['GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  offline: [],
} as const;
/** Settings that the installation of the scenarios gets. */
const HANDED_ON = /^(?:GOOGLE|OPENAI|ANTHROPIC)_(?:API_KEY|GENERATIVE_AI_API_KEY|BASE_URL|MODELS)$/;

type Given = LineOf<typeof evaluate>['options'];

export interface EvalOptions extends Given {
  /** Settings of the installation in which the scenarios play. */
  env: Record<string, string>;
}

/** @throws StartRefusedError for a provider without a key. */
export function readEvalOptions(
  given: Given,
  environment: Readonly<Record<string, string | undefined>>,
): EvalOptions {
  const { provider } = given;
  const keys = KEYS[provider];
  if (keys.length > 0 && !keys.some((name) => environment[name]))
    throw new StartRefusedError(
      `${provider} needs a key: set ${keys[0]} in the environment or in .env, and run it again.`,
    );
  const handedOn = Object.entries(environment).filter(
    (entry): entry is [string, string] => HANDED_ON.test(entry[0]) && Boolean(entry[1]),
  );
  const env = { ...(provider === 'offline' ? {} : Object.fromEntries(handedOn)), MODEL_PROVIDER: provider };
  return { ...given, env };
}
