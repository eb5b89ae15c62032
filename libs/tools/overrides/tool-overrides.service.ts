import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  TurnpikeError,
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
import type { CurrentOverride } from './override-snapshot.ts';
import { applyOverride, metadataOf } from './overlay.ts';
import { refuseBroken, type EditChecks } from './override-checks.ts';
import { UnknownToolError } from './tool-override.errors.ts';
import { ToolOverrideRepository } from './tool-override.repository.ts';

const MAX_HISTORY = 100;
const ACROSS_LAYERS = 'an edit is checked against the platform’s layer and those of the orgs it reaches';

type Actor = AuditRecord['actor'];

/** A layer: the org's id, or null for the platform. The controllers check who may write which layer. */
type LayerId = string | null;

/** The overrides of one tool in each layer. */
export interface ToolLayers {
  platform: CurrentOverride | undefined;
  /** Null if no org was given. */
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

/** State of an editing transaction: the edited layer, and all layers as they will be afterwards. */
interface OpenEdit {
  tx: PlatformTransaction;
  layer: Map<string, CurrentOverride>;
  checks: EditChecks;
}

/** Overrides of tool metadata: versioned, validated, audited, and applied in every process within 2 s. */
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
   * Replaces the layer's override of the tool. Omitted fields fall back to the layer below.
   *
   * @returns the new version, or the current one if nothing changes.
   * @throws UnknownToolError, OVERRIDE_CHANGED, BrokenOverrideError; EDITS_BUSY, like all methods that edit
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
   * Restores an earlier version, or the file, as a new version.
   *
   * @returns the new version, or the current one if nothing changes.
   * @throws UnknownToolError, OVERRIDE_CHANGED, UNKNOWN_OVERRIDE_VERSION, BrokenOverrideError
   */
  revert(layer: LayerId, tool: string, request: RevertToolOverride, actor: Actor): Promise<number> {
    const { toVersion = 0, seenVersion, reason } = request;
    return this.edit(layer, async (edit) => {
      this.refuseUnseen(edit, tool, seenVersion);
      const override = toVersion === 0 ? {} : await this.repository.version(edit.tx, layer, tool, toVersion);
      if (!override)
        throw new TurnpikeError(`There is no version ${toVersion} of the override of ${tool}.`, {
          code: 'UNKNOWN_OVERRIDE_VERSION',
          kind: 'not_found',
          pointer: '/toVersion',
        });
      const planned = { tool, override, at: '/toVersion' };
      return this.write(edit, layer, [planned], { action: 'revert', actor, reason });
    }).then((versions) => versions.get(tool) ?? seenVersion);
  }

  /**
   * Appends an example to the tool's effective examples in the org's layer. Other fields do not change.
   *
   * @returns the new version, or the current one if the example exists already.
   * @throws UnknownToolError, TOO_MANY_EXAMPLES
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
      const below = applyOverride(
        metadataOf(file.tool),
        edit.checks.after.platform.get(tool)?.override ?? {},
      );
      const { examples } = applyOverride(below, own.override);
      if (examples.includes(example)) return own.version;
      if (examples.length >= MAX_TOOL_EXAMPLES)
        throw new TurnpikeError(
          `${tool} has ${MAX_TOOL_EXAMPLES} examples already, which is the most. Take one out first.`,
          {
            code: 'TOO_MANY_EXAMPLES',
            kind: 'conflict',
          },
        );
      const override = { ...own.override, examples: [...examples, example] };
      const planned = { tool, override, at: '/example' };
      const versions = await this.write(edit, orgId, [planned], { action: 'edit', actor, reason });
      return versions.get(tool) ?? own.version;
    });
  }

  /** The layer's overrides as a file for {@link import}. Tools without an override are omitted. */
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
   * Imports the overrides of a file into the layer, all or none.
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

  /** The current override of the tool in each layer, with the newest versions. `org` is null if no org is given. */
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
    if (current !== seenVersion)
      throw new TurnpikeError(`The override of ${tool} is now at version ${current}. Reload it first.`, {
        code: 'OVERRIDE_CHANGED',
        kind: 'conflict',
        pointer: '/seenVersion',
      });
  }

  /** @returns the new version of each tool whose override changes. */
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
      // The override of a removed tool may still be cleared.
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

/** Replaces examples by their number: an example may be a contact's message, which could not be erased from the audit log. */
function audited(current: CurrentOverride | undefined) {
  if (!current) return null;
  const { version, override } = current;
  return {
    version,
    override: { ...override, ...(override.examples && { examples: override.examples.length }) },
  };
}
