import type { ToolOverride } from '#contracts';
import { languagesOfTool, type RegisteredAgent, type RegisteredTool } from '../registered-tool.ts';
import type { Tool, ToolTier } from '#pack-kit';
import { deprecationDepth, soundDeprecations } from './deprecations.ts';
import { layOver, metadataOf, type ToolMetadata } from './overlay.ts';
import { definitionKey, type CurrentOverride, type LaidOver } from './laid-over.ts';

/** A tool as one org sees it: its file, what the platform says instead, and what the org says instead of that. */
export interface EffectiveTool extends RegisteredTool {
  metadata: ToolMetadata;
  /** Versions of what is laid over; 0 where nothing is. */
  versions: { platform: number; org: number };
  /** Who switched it off: then no turn may use it. */
  off: { platform: boolean; org: boolean };
  /** Its definition came from outside, has changed, and nobody has approved it yet. */
  held: boolean;
  /** The tier that an edit sets for every agent, over that of file and pack. */
  editedTier?: ToolTier;
  /** Replacements until one that is not deprecated; 0 when it is not deprecated itself. */
  deprecationDepth: number;
}

export interface EffectiveAgent extends RegisteredAgent {
  /** In the tier that an edit, else the agent's pack, else the tool's file gives them. */
  tools: { registered: EffectiveTool; tier: ToolTier; only?: 'voice' }[];
}

/** The registry as one org sees it at one moment. Never changes: an edit makes another one. */
export class EffectiveRegistry {
  private readonly byName: ReadonlyMap<string, EffectiveTool>;
  private readonly agents = new Map<string, EffectiveAgent>();

  /**
   * @param orgId null for the platform's own view, which is that of every org without overrides.
   */
  constructor(
    files: readonly RegisteredTool[],
    private readonly fileAgent: (pack: string, name: string) => RegisteredAgent | undefined,
    laid: LaidOver,
    orgId: string | null,
  ) {
    const ofOrg = orgId === null ? undefined : laid.orgs.get(orgId);
    const isApproved = (name: string, hash: string) =>
      laid.approved.has(definitionKey(null, name, hash)) ||
      laid.approved.has(definitionKey(orgId, name, hash));
    const tools = files.map((file) => {
      const { name } = file.tool;
      const held = file.source === 'mcp' && !file.shipped && !isApproved(name, file.definitionHash);
      return effectiveTool(file, laid.platform.get(name), ofOrg?.get(name), held);
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
  const metadata = layers.reduce(layOver, metadataOf(file.tool));
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

/** What an edit says of a replacement holds while that is there and does not lead back. */
function withSoundDeprecations(
  tools: Omit<EffectiveTool, 'deprecationDepth'>[],
  files: readonly RegisteredTool[],
): EffectiveTool[] {
  const sound = soundDeprecations(
    new Map(tools.map(({ tool, metadata }) => [tool.name, metadata.deprecated])),
    new Map(files.map(({ tool }) => [tool.name, tool.deprecated ?? null])),
  );
  const replacements = new Map(
    [...sound].flatMap(([name, said]) => (said ? [[name, said.replacedBy] as const] : [])),
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
