import type { ToolOverride } from '#contracts';
import { languagesOfTool, type RegisteredAgent, type RegisteredTool } from '../registered-tool.ts';
import type { Tool, ToolTier } from '#pack-kit';
import { deprecationDepth, soundDeprecations } from './deprecations.ts';
import { applyOverride, metadataOf, type ToolMetadata } from './overlay.ts';
import { definitionKey, type CurrentOverride, type OverrideSnapshot } from './override-snapshot.ts';

/** A tool in the view of one org: its file, overridden by the platform, overridden by the org. */
export interface EffectiveTool extends RegisteredTool {
  metadata: ToolMetadata;
  /** Versions of the overrides per layer; 0 if the layer has none. */
  versions: { platform: number; org: number };
  /** The layers that have switched the tool off. No turn may use it if one is true. */
  off: { platform: boolean; org: boolean };
  /** True if an MCP server changed the definition and no admin has approved the change yet. */
  held: boolean;
  /** The tier that an override sets for every agent, instead of the tier from file and pack. */
  editedTier?: ToolTier;
  /** Number of replacements up to a tool that is not deprecated; 0 if the tool itself is not deprecated. */
  deprecationDepth: number;
}

export interface EffectiveAgent extends RegisteredAgent {
  /** The agent's tools. The tier comes from an override, else from the agent's pack, else from the tool's file. */
  tools: { registered: EffectiveTool; tier: ToolTier; only?: 'voice' }[];
}

/** The registry in the view of one org. Immutable: a change of an override builds a new view. */
export class EffectiveRegistry {
  private readonly byName: ReadonlyMap<string, EffectiveTool>;
  private readonly agents = new Map<string, EffectiveAgent>();

  /**
   * @param orgId null for the platform's own view, which all orgs without overrides share.
   */
  constructor(
    files: readonly RegisteredTool[],
    private readonly fileAgent: (pack: string, name: string) => RegisteredAgent | undefined,
    snapshot: OverrideSnapshot,
    orgId: string | null,
  ) {
    const ofOrg = orgId === null ? undefined : snapshot.orgs.get(orgId);
    const isApproved = (name: string, hash: string) =>
      snapshot.approved.has(definitionKey(null, name, hash)) ||
      snapshot.approved.has(definitionKey(orgId, name, hash));
    const tools = files.map((file) => {
      const { name } = file.tool;
      const held = file.source === 'mcp' && !file.shipped && !isApproved(name, file.definitionHash);
      return effectiveTool(file, snapshot.platform.get(name), ofOrg?.get(name), held);
    });
    this.byName = new Map(withSoundDeprecations(tools, files).map((entry) => [entry.tool.name, entry]));
  }

  get tools(): EffectiveTool[] {
    return [...this.byName.values()];
  }

  tool(name: string): EffectiveTool | undefined {
    return this.byName.get(name);
  }

  agent(pack: string, name: string): EffectiveAgent | undefined {
    const file = this.fileAgent(pack, name);
    if (!file) return undefined;
    const key = `${pack}/${name}`;
    const known = this.agents.get(key);
    if (known) return known;
    const tools = file.tools.flatMap(({ registered, tier, ...rest }) => {
      const effective = this.byName.get(registered.tool.name);
      return effective ? [{ ...rest, registered: effective, tier: effective.editedTier ?? tier }] : [];
    });
    const agent = { ...file, tools };
    this.agents.set(key, agent);
    return agent;
  }
}

function effectiveTool(
  file: RegisteredTool,
  platform: CurrentOverride | undefined,
  org: CurrentOverride | undefined,
  held: boolean,
): Omit<EffectiveTool, 'deprecationDepth'> {
  const layers = [platform, org].flatMap((layer): ToolOverride[] => (layer ? [layer.override] : []));
  const metadata = layers.reduce(applyOverride, metadataOf(file.tool));
  return {
    ...file,
    ...(layers.length > 0 && {
      tool: withMetadata(file.tool, metadata),
      languages: languagesOfTool(metadata),
    }),
    metadata,
    versions: { platform: platform?.version ?? 0, org: org?.version ?? 0 },
    off: { platform: platform?.override.enabled === false, org: org?.override.enabled === false },
    held,
    editedTier: layers.findLast(({ tier }) => tier !== undefined)?.tier,
  };
}

/** Ignores overridden deprecations whose replacement does not exist or forms a cycle. */
function withSoundDeprecations(
  tools: Omit<EffectiveTool, 'deprecationDepth'>[],
  files: readonly RegisteredTool[],
): EffectiveTool[] {
  const sound = soundDeprecations(
    new Map(tools.map(({ tool, metadata }) => [tool.name, metadata.deprecated])),
    new Map(files.map(({ tool }) => [tool.name, tool.deprecated ?? null])),
  );
  const replacements = new Map(
    [...sound].flatMap(([name, entry]) => (entry ? [[name, entry.replacedBy] as const] : [])),
  );
  return tools.map((entry) => {
    const { name } = entry.tool;
    const deprecated = sound.get(name) ?? null;
    const depth = { deprecationDepth: deprecationDepth(name, replacements) };
    if (deprecated === entry.metadata.deprecated) return { ...entry, ...depth };
    const metadata = { ...entry.metadata, deprecated };
    return { ...entry, ...depth, metadata, tool: withMetadata(entry.tool, metadata) };
  });
}

function withMetadata(tool: Tool, metadata: ToolMetadata): Tool {
  const { description, whenToUse, examples, tier, deprecated } = metadata;
  return { ...tool, description, whenToUse, examples, tier, deprecated: deprecated ?? undefined };
}
