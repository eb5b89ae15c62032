import { PLATFORM_PACK } from './registered-tool.ts';

/**
 * Whether a tool is one that turns of an org can be offered at all: of the platform or its servers, or of a pack that the
 * org has.
 *
 * @param packs of the org; null where every org is meant.
 */
export function isOfPacks({ pack }: { pack: string }, packs: readonly string[] | null): boolean {
  return packs === null || pack === PLATFORM_PACK || packs.includes(pack);
}
