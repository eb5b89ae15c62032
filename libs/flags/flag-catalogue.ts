import { TurnpikeError } from '#contracts';
import { valuesOf, type FlagDefinition, type FlagValue } from './flag-definition.ts';
import { UnknownFlagError } from './flags.errors.ts';
import { platformFlags } from './platform-flags.ts';

const KEY = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const MAX_KEY_CHARACTERS = 63;
/** Path segments of the console under `/admin/flags/`. */
const RESERVED = new Set(['alerts', 'changes', 'export', 'import']);

/** All flags: those of the platform and those of the installed packs. Created once at start. */
export class FlagCatalogue {
  private readonly flags: ReadonlyMap<string, FlagDefinition>;

  /** @throws TurnpikeError FLAG_CATALOGUE_INVALID naming each invalid flag, with the reason. */
  constructor(packFlags: readonly FlagDefinition[] = []) {
    const all: FlagDefinition[] = [...platformFlags, ...packFlags];
    const problems = [...all.flatMap(problemsOf), ...duplicates(all.map((flag) => flag.key))];
    if (problems.length > 0)
      throw new TurnpikeError(
        `The flags are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
        {
          code: 'FLAG_CATALOGUE_INVALID',
          kind: 'not_configured',
          audience: 'developer',
        },
      );
    this.flags = new Map(all.map((flag) => [flag.key, flag]));
  }

  get keys(): string[] {
    return [...this.flags.keys()];
  }

  get all(): FlagDefinition[] {
    return [...this.flags.values()];
  }

  find(key: string): FlagDefinition | undefined {
    return this.flags.get(key);
  }

  /** @throws UnknownFlagError */
  get(key: string): FlagDefinition {
    const flag = this.flags.get(key);
    if (!flag) throw new UnknownFlagError(key, this.keys);
    return flag;
  }

  /** @throws UnknownFlagError, INVALID_FLAG_VALUE */
  check(key: string, value: FlagValue): FlagDefinition {
    const flag = this.get(key);
    if (!valuesOf(flag).includes(value))
      throw new TurnpikeError(
        `${flag.key} cannot be ${JSON.stringify(value)}; it is one of ${valuesOf(flag).join(', ')}.`,
        {
          code: 'INVALID_FLAG_VALUE',
          kind: 'invalid',
          pointer: '/value',
        },
      );
    return flag;
  }
}

function problemsOf(flag: FlagDefinition): string[] {
  const problems: string[] = [];
  if (!KEY.test(flag.key) || flag.key.length > MAX_KEY_CHARACTERS || RESERVED.has(flag.key))
    problems.push(
      `flag "${flag.key}": a key is snake_case, at most ${MAX_KEY_CHARACTERS} characters, and none of ${[...RESERVED].join(', ')}`,
    );
  if (flag.description.trim() === '') problems.push(`flag "${flag.key}": it has no description`);
  if (flag.type === 'boolean') return problems;
  if (flag.variants.length < 2 || new Set(flag.variants).size < flag.variants.length)
    problems.push(`flag "${flag.key}": it needs two or more different variants`);
  const named = {
    default: flag.default,
    safe: flag.safe,
    'gate.variant': flag.gate?.variant,
    'gate.measuredIn': flag.gate?.measuredIn,
    'guard.variant': flag.guard?.variant,
    'guard.fallback': flag.guard?.fallback,
  };
  for (const [place, variant] of Object.entries(named)) {
    if (variant !== undefined && !flag.variants.includes(variant))
      problems.push(`flag "${flag.key}": ${place} names the unknown variant "${variant}"`);
  }
  return problems;
}

function duplicates(keys: string[]): string[] {
  const twice = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
  return [...twice].map((key) => `flag "${key}": declared twice`);
}
