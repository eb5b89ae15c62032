import type { Pack } from '#pack-kit';
import { PLATFORM_PACK, type RegisteredTool } from './registered-tool.ts';
import type { ToolRegistry } from './registry.ts';

/**
 * The languages that a tool's users write and that it has no words in: between languages no words are shared, so that
 * whoever writes them is offered it by chance.
 *
 * @param written languages of users by pack.
 */
export function lackingLanguages(
  { pack, languages }: Pick<RegisteredTool, 'pack' | 'languages'>,
  written: ReadonlyMap<string, Iterable<string>>,
): string[] {
  const own = pack === PLATFORM_PACK ? [...written.values()] : [written.get(pack) ?? []];
  const covered: ReadonlySet<string> = new Set(languages);
  return [...new Set(own.flatMap((some) => [...some]))].filter((language) => !covered.has(language)).sort();
}

/** What packs say of their users, for {@link lackingLanguages}. */
export function declaredLanguages(packs: readonly Pack[]): Map<string, readonly string[]> {
  return new Map(packs.map(({ name, languages = [] }) => [name, languages]));
}

/** Tools of agents whose pack serves a language that they have no words in, with those languages, for the log at start. */
export function toolsLackingLanguages(registry: Pick<ToolRegistry, 'packs' | 'effective'>): string[] {
  const view = registry.effective(null);
  const lacking = registry.packs.flatMap((pack) =>
    pack.agents.flatMap(({ name }) =>
      (view.agent(pack.name, name)?.tools ?? []).flatMap(({ registered }) => {
        const languages = lackingLanguages(registered, declaredLanguages([pack]));
        return languages.length > 0 ? [`${registered.tool.name} (${languages.join(', ')})`] : [];
      }),
    ),
  );
  return [...new Set(lacking)].sort();
}
