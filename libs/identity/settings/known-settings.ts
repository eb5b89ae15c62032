import { TurnpikeError } from '#contracts';
import type { PackSetting } from '#pack-kit';
import { nearestNames } from './nearest-names.ts';
import { platformSettings } from './setting-catalogue.ts';
import { defaultOf, type SettingDefinition } from './setting-definition.ts';
import { UnknownSettingError } from './settings.errors.ts';

export type KnownSetting = SettingDefinition & {
  readonly name: string;
  /** The pack that declares the setting; null for the platform's own settings. */
  readonly pack: string | null;
};

const NAME = /^[A-Z][A-Z0-9_]{1,62}$/;
const MAX_PACK_VALUE_CHARACTERS = 4_096;

/** All settings: those of the platform and those of the installed packs. Created once at start. */
export class KnownSettings {
  private readonly settings: ReadonlyMap<string, KnownSetting>;

  /** @throws TurnpikeError SETTING_CATALOGUE_INVALID naming each invalid setting of a pack, with the reason. */
  constructor(packSettings: readonly PackSetting[] = []) {
    const platform = Object.entries<SettingDefinition>(platformSettings).map(
      ([name, setting]): KnownSetting => ({ ...setting, name, pack: null }),
    );
    const all = [...platform, ...packSettings.map(fromPack)];
    const problems = [...packSettings.flatMap(problemsOf), ...namedTwice(all)];
    if (problems.length > 0)
      throw new TurnpikeError(
        `The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
        {
          code: 'SETTING_CATALOGUE_INVALID',
          kind: 'not_configured',
          audience: 'developer',
        },
      );
    this.settings = new Map(all.map((setting) => [setting.name, setting]));
  }

  /** The platform's settings first, then those of the packs. */
  get all(): KnownSetting[] {
    return [...this.settings.values()];
  }

  /** @throws UnknownSettingError */
  get(name: string): KnownSetting {
    const setting = this.settings.get(name);
    if (!setting) throw new UnknownSettingError(name, nearestNames(name, [...this.settings.keys()]));
    return setting;
  }

  /** The default of a pack's setting. The platform's own settings get their defaults where they are read. */
  packDefault(name: string): string | undefined {
    const setting = this.settings.get(name);
    return setting && setting.pack !== null ? defaultOf(setting) : undefined;
  }
}

function fromPack({ pack, name, secret, description, default: fallback }: PackSetting): KnownSetting {
  const described = { name, pack, description, readBy: `pack ${pack}` };
  if (secret) return { ...described, kind: 'secret' };
  return { ...described, kind: 'text', maxCharacters: MAX_PACK_VALUE_CHARACTERS, default: fallback };
}

function problemsOf({ pack, name, secret, description, default: fallback }: PackSetting): string[] {
  const where = `pack ${pack}: setting ${JSON.stringify(name)}`;
  const problems: string[] = [];
  if (!NAME.test(name)) problems.push(`${where}: a name is 2 to 63 capital letters, digits and underscores`);
  if (description.trim() === '') problems.push(`${where}: it has no description`);
  if (secret && fallback !== undefined) problems.push(`${where}: a secret has no default`);
  return problems;
}

function namedTwice(settings: readonly KnownSetting[]): string[] {
  const places = new Map<string, string[]>();
  for (const { name, pack } of settings)
    places.set(name, [...(places.get(name) ?? []), pack === null ? 'the platform' : `pack ${pack}`]);
  return [...places]
    .filter(([, owners]) => owners.length > 1)
    .map(([name, owners]) => `setting ${name}: declared by ${owners.join(' and by ')}`);
}
