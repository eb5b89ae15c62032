import type { Config } from '#config';
import type { Pack } from '#tools';
import { conformance } from './conformance/index.ts';
import { estio } from './estio/index.ts';

/** The packs of the product; the first brings the default demo org. */
export const packs: Pack[] = [estio];

/** The packs that a process serves. */
export function installedPacks({ environment }: Pick<Config, 'environment'>): Pack[] {
  return environment.MCP_CONFORMANCE ? [...packs, conformance] : packs;
}
