import { PLATFORM_PACK } from './registered-tool.ts';

/**
 * True if turns of an org can be offered the tool: it belongs to the platform, to a server of the org, or to one of the
 * org's packs.
 *
 * @param packs the packs of the org; null for all orgs.
 */
export function isOfPacks({ pack }: { pack: string }, packs: readonly string[] | null): boolean {
  return packs === null || pack === PLATFORM_PACK || packs.includes(pack);
}
