import { type AgentSpec, type Pack, type Task, type Tool, RegistryError } from '#pack-kit';
import type { EffectiveRegistry } from './overrides/effective-registry.ts';
import { EffectiveViews } from './overrides/effective-views.ts';
import type { OverrideSnapshot } from './overrides/override-snapshot.ts';
import { PLATFORM_PACK, register, type RegisteredAgent, type RegisteredTool } from './registered-tool.ts';
import { ServerTools, type ToolServer } from './server-tools.ts';
import { findProblems } from './registry-checks.ts';

/**
 * Every pack, agent and tool of this process, built once at start, and the view of each org, which follows the
 * overrides made in the console.
 */
export class ToolRegistry {
  private readonly toolsByName = new Map<string, RegisteredTool>();
  private readonly packsByName = new Map<string, Pack>();
  private readonly agentsByKey = new Map<string, RegisteredAgent>();
  private readonly listeners = new Set<() => void>();
  private readonly views = new EffectiveViews(
    (orgId) => this.toolsOf(orgId),
    (orgId, pack, name) => this.agentOf(orgId, pack, name),
    () => this.servers.orgIds,
  );
  private readonly servers = new ServerTools();

  /**
   * @throws RegistryError that names every invalid tool, agent or pack, with the reason.
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
    return this.agentOf(null, pack, name);
  }

  /** The tool with this name for the org, which may have MCP servers of its own. */
  toolOf(orgId: string, name: string): RegisteredTool | undefined {
    return this.toolsByName.get(name) ?? this.servers.tool(orgId, name);
  }

  /**
   * Replaces the tools of a server; an empty list removes the server. A name that is taken gets the server's name as
   * prefix.
   *
   * @returns the registered tools, under their names in this registry.
   */
  setServerTools(server: ToolServer, tools: readonly Tool[]): RegisteredTool[] {
    const registered = this.servers.set(server, tools, (name) => this.toolsByName.has(name));
    this.views.forget();
    this.notifyListeners();
    return registered;
  }

  /** The tools of a server, under their names in this registry. */
  toolsOfServer(key: string): RegisteredTool[] {
    return this.servers.ofServer(key);
  }

  /** Called when a server connects or disconnects, because the `away` state of its tools has changed. */
  serverChanged(): void {
    this.notifyListeners();
  }

  /**
   * The tools before overrides: those defined in files, and those that the org's servers have listed.
   *
   * @param orgId null for servers of packs alone.
   */
  toolsOf(orgId: string | null): RegisteredTool[] {
    return [...this.tools, ...this.servers.of(orgId)];
  }

  private agentOf(orgId: string | null, pack: string, name: string): RegisteredAgent | undefined {
    const agent = this.agentsByKey.get(`${pack}/${name}`);
    if (!agent || agent.agent.tools.length === 0) return agent;
    const more = this.servers.ofAgent(orgId, agent);
    return more.length === 0 ? agent : { ...agent, tools: [...agent.tools, ...more] };
  }

  /**
   * The current view of the org: file, platform override, org override. Does no I/O; the returned view is immutable.
   *
   * @param orgId null for the platform's own view.
   */
  effective(orgId: string | null): EffectiveRegistry {
    return this.views.of(orgId);
  }

  /** Replaces the overrides of all views. */
  applyOverrides(snapshot: OverrideSnapshot): void {
    this.views.replace(snapshot);
    this.notifyListeners();
  }

  /** Calls `listener` whenever the views may have changed. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  task(pack: string, key: string): Task | undefined {
    return this.packsByName.get(pack)?.tasks?.find((task) => task.key === key);
  }

  /** The agent with this name; undefined if it is a background agent, which receives no messages. */
  conversingAgent(pack: string, name: string): RegisteredAgent | undefined {
    const found = this.agent(pack, name);
    return found?.agent.background ? undefined : found;
  }

  /** The packs among `packs` in which an agent with this name can receive messages. */
  packsWithAgent(name: string, packs: readonly string[]): string[] {
    return packs.filter((pack) => this.conversingAgent(pack, name) !== undefined);
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }

  private registerAgent(pack: Pack, agent: AgentSpec): RegisteredAgent {
    const universal = [...this.toolsByName.values()]
      .filter(({ tool }) => tool.tier === 'universal' && !tool.onlyWhereListed && !agent.background)
      .filter(({ tool }) => !(pack.excludeUniversal ?? []).includes(tool.name))
      .map(({ tool }) => tool.name);
    const voice = (agent.voice?.tools ?? []).filter((name) => !agent.tools.includes(name));
    const names = agent.tools.length === 0 ? [] : [...new Set([...agent.tools, ...universal, ...voice])];
    const serverTools = new Set((pack.mcpServers ?? []).flatMap((server) => Object.keys(server.tools ?? {})));
    const tools = names.flatMap((name) => {
      const registered = this.toolsByName.get(name);
      if (!registered && serverTools.has(name)) return [];
      if (!registered)
        throw new RegistryError([`agent ${pack.name}/${agent.name} names the unknown tool ${name}`]);
      const own = pack.platformTools?.[name]?.tier ?? registered.tool.tier;
      const tier = own === 'deferred' && agent.first?.includes(name) ? 'always' : own;
      return { registered, tier, ...(voice.includes(name) && { only: 'voice' as const }) };
    });
    return { agent, pack: pack.name, datasets: pack.datasets ?? [], tools };
  }
}
