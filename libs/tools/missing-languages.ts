import type { Pack } from '#pack-kit';
import { PLATFORM_PACK, type RegisteredTool } from './registered-tool.ts';
import type { ToolRegistry } from './registry.ts';

/**
 * The languages that users of a tool write in, but that its own texts do not cover. A search by words cannot match
 * across languages, so these users find the tool only by chance.
 *
 * @param written the languages that users write in, by pack.
 */
export function missingLanguages(
  { pack, languages }: Pick<RegisteredTool, 'pack' | 'languages'>,
  written: ReadonlyMap<string, Iterable<string>>,
): string[] {
  const own = pack === PLATFORM_PACK ? [...written.values()] : [written.get(pack) ?? []];
  const covered: ReadonlySet<string> = new Set(languages);
  return [...new Set(own.flatMap((some) => [...some]))].filter((language) => !covered.has(language)).sort();
}

/** The languages that packs declare for their users, as input of {@link missingLanguages}. */
export function declaredLanguages(packs: readonly Pack[]): Map<string, readonly string[]> {
  return new Map(packs.map(({ name, languages = [] }) => [name, languages]));
}

/** For the log at start: tools whose texts do not cover every language of their pack, with the languages they lack. */
export function toolsMissingLanguages(registry: Pick<ToolRegistry, 'packs' | 'effective'>): string[] {
  const view = registry.effective(null);
  const lacking = registry.packs.flatMap((pack) =>
    pack.agents.flatMap(({ name }) =>
      (view.agent(pack.name, name)?.tools ?? []).flatMap(({ registered }) => {
        const languages = missingLanguages(registered, declaredLanguages([pack]));
        return languages.length > 0 ? [`${registered.tool.name} (${languages.join(', ')})`] : [];
      }),
    ),
  );
  return [...new Set(lacking)].sort();
}
