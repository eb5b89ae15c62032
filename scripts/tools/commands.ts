import type { INestApplicationContext } from '@nestjs/common';
import { toolOverride, toolOverridesFile } from '#contracts';
import {
  declaredLanguages,
  DeprecationReport,
  differencesFrom,
  isOfPacks,
  missingLanguages,
  applyOverride,
  metadataOf,
  ToolDefinitions,
  ToolOverrides,
  ToolRegistry,
} from '#tools';
import type { LineOf } from '../commands/command-line.ts';
import type { tools } from '../commands/database-programs.ts';
import { jsonOf } from '../commands/files.ts';
import { orgNamed } from '../operator.ts';
import { StartRefusedError } from '../start/start.errors.ts';

/** The options of a command, with the reason of a change; without `org` it works on the platform's layer. */
export type ToolOptions = Partial<LineOf<typeof tools>['options']> & { reason: string };

/** One command; returns what is printed. */
export type ToolCommand = (
  services: INestApplicationContext,
  options: ToolOptions,
  names: string[],
) => Promise<unknown>;

const actor = { kind: 'system' as const };

async function orgOf(services: INestApplicationContext, { org }: ToolOptions) {
  return org === undefined ? null : orgNamed(services, org);
}

async function layerOf(services: INestApplicationContext, options: ToolOptions): Promise<string | null> {
  return (await orgOf(services, options))?.id ?? null;
}

/** @throws StartRefusedError when the tool does not exist. */
async function toolOf(services: INestApplicationContext, options: ToolOptions, [name]: string[]) {
  const layer = await layerOf(services, options);
  const entry = name === undefined ? undefined : services.get(ToolRegistry).effective(layer).tool(name);
  if (!entry) throw new StartRefusedError(`There is no tool named ${name}.`);
  const layers = await services.get(ToolOverrides).layersOf(layer, entry.tool.name);
  const current = layer === null ? layers.platform : layers.org?.current;
  return { layer, entry, name: entry.tool.name, layers, version: current?.version ?? 0 };
}

export const toolCommands = {
  list: async (services, options) => {
    const org = await orgOf(services, options);
    const view = services.get(ToolRegistry).effective(org?.id ?? null);
    const packs = org?.packs ?? null;
    const served = declaredLanguages(
      services.get(ToolRegistry).packs.filter(({ name }) => packs?.includes(name) ?? true),
    );
    return view.tools
      .filter((entry) => isOfPacks(entry, packs))
      .map((entry) => ({
        name: entry.tool.name,
        pack: entry.pack,
        tier: entry.metadata.tier,
        enabled: entry.metadata.enabled,
        held: entry.held,
        replacedBy: entry.metadata.deprecated?.replacedBy ?? '',
        languages: entry.languages.join(' '),
        lacks: missingLanguages(entry, served).join(' '),
        platform: entry.versions.platform,
        org: entry.versions.org,
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  },

  show: async (services, options, names) => {
    const { entry, layers } = await toolOf(services, options, names);
    const { pack, source, held, metadata, languages, parameters } = entry;
    const { name } = entry.tool;
    return { name, pack, source, held, ...metadata, languages, parameters, history: layers.histories };
  },

  diff: async (services, options, names) => {
    const { entry, layers } = await toolOf(services, options, names);
    const file = metadataOf(services.get(ToolRegistry).tool(entry.tool.name)?.tool ?? entry.tool);
    const platform = layers.platform?.override ?? {};
    return {
      platform: differencesFrom(file, platform),
      org: differencesFrom(applyOverride(file, platform), layers.org?.current?.override ?? {}),
    };
  },

  deprecated: async (services, options) =>
    services
      .get(DeprecationReport)
      .of(await layerOf(services, options), options.days && (options.days === '7' ? 7 : 30)),

  override: async (services, options, names) => {
    const { layer, name, version } = await toolOf(services, options, names);
    const override = await jsonOf(toolOverride, options.file ?? '');
    const request = { override, seenVersion: version, reason: options.reason };
    return { version: await services.get(ToolOverrides).put(layer, name, request, actor) };
  },

  revert: async (services, options, names) => {
    const { layer, name, version } = await toolOf(services, options, names);
    const request = { toVersion: options.to, seenVersion: version, reason: options.reason };
    return { version: await services.get(ToolOverrides).revert(layer, name, request, actor) };
  },

  export: async (services, options) =>
    services.get(ToolOverrides).export(await layerOf(services, options), options.org ?? null),

  import: async (services, options, [path]) => {
    const file = await jsonOf(toolOverridesFile, path ?? '');
    const { 'replace-all': replaceAll = false, reason } = options;
    const layer = await layerOf(services, options);
    return { changed: await services.get(ToolOverrides).import(layer, { file, replaceAll, reason }, actor) };
  },

  definitions: async (services, options, [name]) => {
    const seen = await services.get(ToolDefinitions).list(await layerOf(services, options), name);
    if (name === undefined || seen.length > 0) return seen;
    throw new StartRefusedError(`No definition of ${name} was seen: processes record them when they start.`);
  },

  approve: async (services, options, [name = '', hash = '']) => {
    const layer = await layerOf(services, options);
    const { reason } = options;
    await services.get(ToolDefinitions).approve(layer, { name, hash }, { actor, reason });
    return { approved: name };
  },
} satisfies Record<string, ToolCommand>;
