import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AgentSpec, Pack, Task } from './pack.ts';
import type { EffectiveRegistry } from './overrides/effective-registry.ts';
import { EffectiveViews } from './overrides/effective-views.ts';
import type { LaidOver } from './overrides/laid-over.ts';
import { findProblems } from './registry-checks.ts';
import type { Tool, ToolTier } from './tool.ts';
import { RegistryError } from './tool.errors.ts';

/** Pack name of the tools that belong to no pack. */
export const PLATFORM_PACK = 'platform';

/** A tool as the registry keeps it: with its pack, its JSON Schema and the hash of what models are told of it. */
export interface RegisteredTool {
  tool: Tool;
  pack: string;
  /** `file`: released with the code; `mcp`: told by a server, which may change it at any time. */
  source: 'file' | 'mcp';
  /** JSON Schema of the arguments, object at the top. */
  parameters: Record<string, unknown>;
  /** SHA-256 over description and schema: a change of it is an audited event. */
  definitionHash: string;
}

export interface RegisteredAgent {
  agent: AgentSpec;
  pack: string;
  /** The agent's tools in the tier that its pack gives them. */
  tools: { registered: RegisteredTool; tier: ToolTier }[];
}

/**
 * Every pack, agent and tool of this process, made once at start; and the views of it that each org has, which follow
 * the edits of the console.
 */
export class ToolRegistry {
  private readonly toolsByName = new Map<string, RegisteredTool>();
  private readonly packsByName = new Map<string, Pack>();
  private readonly agentsByKey = new Map<string, RegisteredAgent>();
  private readonly listeners = new Set<() => void>();
  private readonly views = new EffectiveViews(
    () => this.tools,
    (pack, name) => this.agent(pack, name),
  );

  /**
   * @throws RegistryError that names every tool, agent or pack that must not be served, with the reason.
   */
  constructor(packs: Pack[], platformTools: Tool[]) {
    const problems = findProblems(packs, platformTools);
    if (problems.length > 0) throw new RegistryError(problems);
    for (const tool of platformTools) this.toolsByName.set(tool.name, register(tool, PLATFORM_PACK));
    for (const pack of packs) {
      this.packsByName.set(pack.name, pack);
      for (const tool of pack.tools) this.toolsByName.set(tool.name, register(tool, pack.name));
    }
    for (const pack of packs) {
      for (const agent of pack.agents)
        this.agentsByKey.set(`${pack.name}/${agent.name}`, this.registerAgent(pack, agent));
    }
  }

  get packs(): Pack[] {
    return [...this.packsByName.values()];
  }

  get tools(): RegisteredTool[] {
    return [...this.toolsByName.values()];
  }

  /** Names of the tools that the org sees. */
  toolNames(orgId: string): string[] {
    return this.effective(orgId).tools.map(({ tool }) => tool.name);
  }

  pack(name: string): Pack | undefined {
    return this.packsByName.get(name);
  }

  tool(name: string): RegisteredTool | undefined {
    return this.toolsByName.get(name);
  }

  agent(pack: string, name: string): RegisteredAgent | undefined {
    return this.agentsByKey.get(`${pack}/${name}`);
  }

  /**
   * The registry as the org sees it now: file, platform override, org override. No I/O; the view never changes.
   *
   * @param orgId null for the platform's own view.
   */
  effective(orgId: string | null): EffectiveRegistry {
    return this.views.of(orgId);
  }

  /** From now on the views rest on `laid`. */
  layOver(laid: LaidOver): void {
    this.views.replace(laid);
    this.tellListeners();
  }

  /** Calls `listener` whenever the views may have changed. @returns what ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  task(pack: string, key: string): Task | undefined {
    return this.packsByName.get(pack)?.tasks?.find((task) => task.key === key);
  }

  /** The packs, among those named, that have an agent of that name. */
  packsWithAgent(name: string, packs: readonly string[]): string[] {
    return packs.filter((pack) => this.agentsByKey.has(`${pack}/${name}`));
  }

  private tellListeners(): void {
    for (const listener of this.listeners) listener();
  }

  private registerAgent(pack: Pack, agent: AgentSpec): RegisteredAgent {
    const universal = [...this.toolsByName.values()]
      .filter(({ tool }) => tool.tier === 'universal' && !(pack.excludeUniversal ?? []).includes(tool.name))
      .map(({ tool }) => tool.name);
    const names = agent.tools.length === 0 ? [] : [...new Set([...agent.tools, ...universal])];
    const tools = names.map((name) => {
      const registered = this.toolsByName.get(name);
      if (!registered)
        throw new RegistryError([`agent ${pack.name}/${agent.name} names the unknown tool ${name}`]);
      return { registered, tier: pack.platformTools?.[name]?.tier ?? registered.tool.tier };
    });
    return { agent, pack: pack.name, tools };
  }
}

function register(tool: Tool, pack: string): RegisteredTool {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.input, { io: 'input' }) as Record<
    string,
    unknown
  >;
  const definitionHash = createHash('sha256')
    .update(JSON.stringify([tool.description, parameters]))
    .digest('hex');
  return { tool, pack, source: tool.source ?? 'file', parameters, definitionHash };
}
