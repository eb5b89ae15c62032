import type { Config } from '#config';
import type { Pack } from '#pack-kit';
import { conformance } from './conformance/index.ts';
import { consult } from './consult/index.ts';
import { estio } from './estio/index.ts';
import { geo } from './geo/index.ts';
import { ohm } from './ohm/index.ts';

/** The packs of the product; the first brings the default demo org. */
export const packs: Pack[] = [estio, consult, geo, ohm];

/** The packs that a process serves. */
export function installedPacks({ environment }: Pick<Config, 'environment'>): Pack[] {
  return environment.MCP_CONFORMANCE ? [...packs, conformance] : packs;
}
