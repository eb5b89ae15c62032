import type { ToolOverrideVersion } from '#contracts';
import type { ConsoleTool, ConsoleToolDetail, ToolDefinitionView } from '#contracts/console';
import {
  differencesFrom,
  missingLanguages,
  applyOverride,
  metadataOf,
  type CurrentOverride,
  type DefinitionView,
  type EffectiveTool,
  type ToolLayers,
  type ToolMetadata,
  type ToolRegistry,
} from '#tools';
import type { ToolUses } from './tool-uses.read-model.ts';

const NO_USE: ToolUses = { calls: 0, errors: 0, meanMs: null, p95Ms: null, users: 0 };

/** @param written languages of users, by pack. */
export function toolRow(
  entry: EffectiveTool,
  written: ReadonlyMap<string, Iterable<string>>,
  uses: ToolUses = NO_USE,
): ConsoleTool {
  const { tool, metadata, pack, source, held, versions, languages } = entry;
  return {
    name: tool.name,
    pack,
    source,
    category: tool.category,
    channels: tool.channels,
    role: tool.role,
    sideEffect: tool.sideEffect,
    description: metadata.description,
    tier: metadata.tier,
    enabled: metadata.enabled,
    deprecated: metadata.deprecated,
    held,
    languages: { covered: [...languages], lacking: missingLanguages(entry, written) },
    versions,
    uses,
  };
}

export function toolDetail(
  entry: EffectiveTool,
  registry: ToolRegistry,
  layers: ToolLayers,
  definitions: ToolDefinitionView[],
): ConsoleToolDetail {
  const file = metadataOf(registry.tool(entry.tool.name)?.tool ?? entry.tool);
  const platform = applyOverride(file, layers.platform?.override ?? {});
  return {
    name: entry.tool.name,
    pack: entry.pack,
    source: entry.source,
    held: entry.held,
    sideEffect: entry.tool.sideEffect,
    role: entry.tool.role,
    needsConversation: entry.tool.needsConversation ?? false,
    service: serviceOf(entry),
    parameters: entry.parameters,
    agents: agentsWith(entry.tool.name, registry),
    file,
    platform: layerView(file, layers.platform, layers.histories.platform),
    org: layers.org && layerView(platform, layers.org.current, layers.histories.org),
    effective: entry.metadata,
    definitions,
  };
}

function serviceOf({ tool: { outbound }, pack }: EffectiveTool): string | null {
  if (!outbound) return null;
  return outbound === true ? pack : outbound.service;
}

function layerView(
  below: ToolMetadata,
  current: CurrentOverride | undefined,
  history: ToolOverrideVersion[],
): ConsoleToolDetail['platform'] {
  const override = current?.override ?? {};
  return { version: current?.version ?? 0, override, differences: differencesFrom(below, override), history };
}

function agentsWith(name: string, registry: ToolRegistry): string[] {
  return registry.packs.flatMap((pack) =>
    pack.agents
      .filter((agent) =>
        registry.agent(pack.name, agent.name)?.tools.some(({ registered }) => registered.tool.name === name),
      )
      .map((agent) => `${pack.name}/${agent.name}`),
  );
}

/** @param names of visible users, by id. */
export function definitionView(view: DefinitionView, names: ReadonlyMap<string, string>): ToolDefinitionView {
  const { name, hash, source, definition, approvedBy } = view;
  return {
    name,
    hash,
    source,
    definition,
    approvedBy,
    approvedByName: approvedBy === null ? null : (names.get(approvedBy) ?? null),
    firstSeenAt: view.firstSeenAt.toISOString(),
    currentSince: view.currentSince.toISOString(),
    approvedAt: view.approvedAt?.toISOString() ?? null,
  };
}
