import type { ToolOverride } from '#contracts';
import type { RegisteredTool } from '../registered-tool.ts';
import { cycleFrom } from './deprecations.ts';
import type { CurrentOverride, OverrideSnapshot } from './override-snapshot.ts';
import { hidesSearch } from './overlay.ts';
import { BrokenOverrideError } from './tool-override.errors.ts';

type Layer = ReadonlyMap<string, CurrentOverride>;

/** The state that an edit is validated against. */
export interface EditChecks {
  files: ReadonlyMap<string, RegisteredTool>;
  /** Every layer, as it will be after the edit. */
  after: Pick<OverrideSnapshot, 'platform' | 'orgs'>;
  /** The edited layer: the org's id, or null for the platform. */
  orgId: string | null;
}

/**
 * Rejects errors that the schema cannot detect: a tier that the tool's code does not support or that hides the search, a
 * replacement that does not exist, and cycles of replacements in the view of any org that the edit affects.
 *
 * @param at JSON Pointer of the override in the request.
 * @throws BrokenOverrideError that names the field.
 */
export function refuseBroken(tool: string, override: ToolOverride, checks: EditChecks, at: string): void {
  const file = checks.files.get(tool)?.tool;
  if (override.tier === 'universal' && file?.tier !== 'universal') {
    const why = 'which agents have a tool is decided in the code, and universal gives it to all of them';
    throw new BrokenOverrideError(`${tool} cannot be made universal here: ${why}.`, `${at}/tier`);
  }
  if (override.tier === 'critical' && !file?.trigger) {
    const why = 'its file has no trigger that says when it must be offered';
    throw new BrokenOverrideError(`${tool} cannot be made critical: ${why}.`, `${at}/tier`);
  }
  if (hidesSearch(tool, override)) {
    const why = 'it is what finds the deferred tools, so that none of them could be reached';
    throw new BrokenOverrideError(`${tool} cannot be made deferred: ${why}.`, `${at}/tier`);
  }
  if (!override.deprecated) return;
  const { replacedBy } = override.deprecated;
  const pointer = `${at}/deprecated/replacedBy`;
  if (!checks.files.has(replacedBy))
    throw new BrokenOverrideError(`There is no tool named ${replacedBy}.`, pointer);
  for (const org of layersReached(checks)) {
    const cycle = cycleFrom(tool, replacementsOf(checks, org));
    if (cycle) {
      const where = org && checks.orgId === null ? ', together with the override of an org' : '';
      throw new BrokenOverrideError(
        `${tool} cannot be replaced by ${replacedBy}: that leads back to it${where} (${cycle.join(' → ')}).`,
        pointer,
      );
    }
  }
}

/** An org's edit affects only its own view; a platform edit affects the platform's view and every org with overrides. */
function layersReached({ after, orgId }: EditChecks): (Layer | undefined)[] {
  return orgId === null ? [undefined, ...after.orgs.values()] : [after.orgs.get(orgId)];
}

function replacementsOf({ files, after }: EditChecks, org: Layer | undefined): Map<string, string> {
  const replacements = new Map<string, string>();
  for (const [name, { tool }] of files) {
    const layers = [org?.get(name), after.platform.get(name)];
    const edit = layers.find((layer) => layer?.override.deprecated !== undefined);
    const deprecated = edit ? edit.override.deprecated : tool.deprecated;
    if (deprecated) replacements.set(name, deprecated.replacedBy);
  }
  return replacements;
}
