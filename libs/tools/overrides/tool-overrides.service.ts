import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  MAX_TOOL_EXAMPLES,
  type ImportToolOverrides,
  type PutToolOverride,
  type RevertToolOverride,
  type ToolOverride,
  type ToolOverridesFile,
  type ToolOverrideVersion,
} from '#contracts';
import { Database, type PlatformTransaction } from '#database';
import { AuditLog, type AuditRecord } from '#identity';
import { Changes } from '#queue';
import { ToolRegistry } from '../registry.ts';
import type { CurrentOverride } from './laid-over.ts';
import { layOver, metadataOf } from './overlay.ts';
import { refuseBroken, type EditChecks } from './override-checks.ts';
import {
  OverrideChangedError,
  TooManyExamplesError,
  UnknownOverrideVersionError,
  UnknownToolError,
} from './tool-override.errors.ts';
import { ToolOverrideRepository } from './tool-override.repository.ts';

const MAX_HISTORY = 100;
const ACROSS_LAYERS = 'an edit is checked against the platform’s layer and those of the orgs it reaches';

type Actor = AuditRecord['actor'];

/** One layer: an org's, or null for the platform's. Who may write which is decided by the edge. */
type LayerId = string | null;

/** What the layers say of one tool. */
export interface ToolLayers {
  platform: CurrentOverride | undefined;
  /** Null where no org is looked at. */
  org: { current: CurrentOverride | undefined } | null;
  /** Newest first. */
  histories: { platform: ToolOverrideVersion[]; org: ToolOverrideVersion[] };
}

interface PlannedEdit {
  tool: string;
  override: ToolOverride;
  /** JSON Pointer of the override in the request. */
  at: string;
}

interface EditOrigin {
  action: ToolOverrideVersion['action'];
  actor: Actor;
  reason: string;
}

/** What a transaction that edits has read: the layer that is edited, and what all layers will be. */
interface OpenEdit {
  tx: PlatformTransaction;
  layer: Map<string, CurrentOverride>;
  checks: EditChecks;
}

/** Edits of tools: versioned, checked, audited, and with every process within 2 s. */
@Injectable()
export class ToolOverrides {
  constructor(
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(Database) private readonly database: Database,
    @Inject(ToolOverrideRepository) private readonly repository: ToolOverrideRepository,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /**
   * Puts `override` in the place of what the layer says of the tool; fields that it leaves out are the file's again.
   *
   * @returns the new version, or the current one when nothing changes.
   * @throws UnknownToolError, OverrideChangedError, BrokenOverrideError; EditsBusyError, as all that edits
   */
  put(layer: LayerId, tool: string, request: PutToolOverride, actor: Actor): Promise<number> {
    const { override, seenVersion, reason } = request;
    return this.edit(layer, (edit) => {
      this.refuseUnseen(edit, tool, seenVersion);
      return this.write(edit, layer, [{ tool, override, at: '/override' }], {
        action: 'edit',
        actor,
        reason,
      });
    }).then((versions) => versions.get(tool) ?? seenVersion);
  }

  /**
   * Goes back to an earlier version, or to the file, as a new version.
   *
   * @returns the new version, or the current one when nothing changes.
   * @throws UnknownToolError, OverrideChangedError, UnknownOverrideVersionError, BrokenOverrideError
   */
  revert(layer: LayerId, tool: string, request: RevertToolOverride, actor: Actor): Promise<number> {
    const { toVersion = 0, seenVersion, reason } = request;
    return this.edit(layer, async (edit) => {
      this.refuseUnseen(edit, tool, seenVersion);
      const override = toVersion === 0 ? {} : await this.repository.version(edit.tx, layer, tool, toVersion);
      if (!override) throw new UnknownOverrideVersionError(tool, toVersion);
      const planned = { tool, override, at: '/toVersion' };
      return this.write(edit, layer, [planned], { action: 'revert', actor, reason });
    }).then((versions) => versions.get(tool) ?? seenVersion);
  }

  /**
   * Adds an example to those that the org has of the tool, whichever layer they are from; the rest stays as it is.
   *
   * @returns the new version, or the current one where it is one of them already.
   * @throws UnknownToolError, TooManyExamplesError
   */
  addExample(
    orgId: string,
    tool: string,
    { example, reason }: { example: string; reason: string },
    actor: Actor,
  ): Promise<number> {
    return this.edit(orgId, async (edit) => {
      const file = edit.checks.files.get(tool);
      if (!file) throw new UnknownToolError(tool);
      const own = edit.layer.get(tool) ?? { version: 0, override: {} };
      const below = layOver(metadataOf(file.tool), edit.checks.after.platform.get(tool)?.override ?? {});
      const { examples } = layOver(below, own.override);
      if (examples.includes(example)) return own.version;
      if (examples.length >= MAX_TOOL_EXAMPLES) throw new TooManyExamplesError(tool, MAX_TOOL_EXAMPLES);
      const override = { ...own.override, examples: [...examples, example] };
      const planned = { tool, override, at: '/example' };
      const versions = await this.write(edit, orgId, [planned], { action: 'edit', actor, reason });
      return versions.get(tool) ?? own.version;
    });
  }

  /** What the layer says, for a file that {@link import} takes. Tools of which it says nothing are left out. */
  export(layer: LayerId, slug: string | null): Promise<ToolOverridesFile> {
    return this.database.asPlatform('overrides of the platform belong to no org', async (tx) => {
      const { platform, orgs } = await this.repository.current(tx);
      const entries = [
        ...((layer === null ? platform : orgs.get(layer)) ?? new Map<string, CurrentOverride>()),
      ]
        .map(([tool, { override }]) => [tool, override] as const)
        .filter(([, override]) => Object.keys(override).length > 0)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      return {
        format: 'turnpike.tool-overrides',
        version: 1,
        org: slug,
        overrides: Object.fromEntries(entries),
      };
    });
  }

  /**
   * Lays a whole file over, all of it or nothing.
   *
   * @returns the tools whose override changed, by name.
   * @throws UnknownToolError, BrokenOverrideError
   */
  import(layer: LayerId, request: ImportToolOverrides, actor: Actor): Promise<string[]> {
    const { file, replaceAll, reason } = request;
    return this.edit(layer, (edit) => {
      const named = Object.entries(file.overrides).map(([tool, override]) => ({
        tool,
        override,
        at: `/file/overrides/${tool}`,
      }));
      const gone = replaceAll
        ? [...edit.layer.keys()].filter((tool) => !Object.hasOwn(file.overrides, tool))
        : [];
      const planned = [...named, ...gone.map((tool) => ({ tool, override: {}, at: '/file/overrides' }))];
      return this.write(edit, layer, planned, { action: 'import', actor, reason });
    }).then((versions) => [...versions.keys()].sort());
  }

  /** What each layer says of the tool, with the newest versions. `org` is null where no org is looked at. */
  layersOf(orgId: LayerId, tool: string): Promise<ToolLayers> {
    return this.database.asPlatform('overrides of the platform belong to no org', async (tx) => {
      const platform = await this.repository.history(tx, null, tool, MAX_HISTORY);
      const org = orgId === null ? [] : await this.repository.history(tx, orgId, tool, MAX_HISTORY);
      return {
        platform: platform[0],
        org: orgId === null ? null : { current: org[0] },
        histories: { platform, org },
      };
    });
  }

  private edit<Result>(orgId: LayerId, work: (edit: OpenEdit) => Promise<Result>): Promise<Result> {
    return this.database.asPlatform(ACROSS_LAYERS, async (tx) => {
      await this.repository.lockEdits(tx);
      const { platform, orgs } = await this.repository.current(tx);
      const layer = new Map(orgId === null ? platform : orgs.get(orgId));
      const after =
        orgId === null ? { platform: layer, orgs } : { platform, orgs: new Map([...orgs, [orgId, layer]]) };
      const files = new Map(
        this.registry.toolsOf(orgId).map((registered) => [registered.tool.name, registered]),
      );
      return work({ tx, layer, checks: { files, after, orgId } });
    });
  }

  private refuseUnseen({ layer, checks }: OpenEdit, tool: string, seenVersion: number): void {
    if (!checks.files.has(tool)) throw new UnknownToolError(tool);
    const current = layer.get(tool)?.version ?? 0;
    if (current !== seenVersion) throw new OverrideChangedError(tool, current);
  }

  /** @returns the new version of each tool whose override really changes. */
  private async write(
    { tx, layer, checks }: OpenEdit,
    orgId: LayerId,
    planned: PlannedEdit[],
    origin: EditOrigin,
  ): Promise<Map<string, number>> {
    const changed = planned.filter(
      ({ tool, override }) => !isDeepStrictEqual(layer.get(tool)?.override ?? {}, override),
    );
    const before = new Map(layer);
    for (const { tool, override } of changed)
      layer.set(tool, { version: (layer.get(tool)?.version ?? 0) + 1, override });
    for (const { tool, override, at } of changed) {
      // An override of a tool that is gone may still be taken away.
      if (Object.keys(override).length > 0 && !checks.files.has(tool)) throw new UnknownToolError(tool);
      refuseBroken(tool, override, checks, at);
    }
    const versions = new Map<string, number>();
    for (const { tool, override } of changed) {
      const version = layer.get(tool)?.version ?? 1;
      await this.repository.append(tx, { orgId, tool, version, override, ...origin });
      await this.audit.record(tx, {
        orgId,
        actor: origin.actor,
        action: `tool.override.${origin.action}`,
        target: `tool:${tool}`,
        before: audited(before.get(tool)),
        after: audited({ version, override }),
        reason: origin.reason,
      });
      versions.set(tool, version);
    }
    if (versions.size > 0) await this.changes.announce(tx, 'tools');
    return versions;
  }
}

/** Of examples their number: one may be a contact's message, and the audit log forgets nothing. The versions have them. */
function audited(current: CurrentOverride | undefined) {
  if (!current) return null;
  const { version, override } = current;
  return {
    version,
    override: { ...override, ...(override.examples && { examples: override.examples.length }) },
  };
}
