import { PLATFORM_PACK, register, type RegisteredAgent, type RegisteredTool } from './registered-tool.ts';
import type { Tool, ToolTier } from '#pack-kit';

export interface ToolServer {
  /** Unique in the process, such as `geo/maps` or `org/ID`. */
  key: string;
  /** Prefix for a tool whose name is taken. */
  name: string;
  /** The only org that has the tools; null for every org that has the pack. */
  orgId: string | null;
  /** The pack that the tools belong to; null for a server of an org, whose tools every agent of its packs has. */
  pack: string | null;
  /** Agents of the pack that have the tools; undefined for every agent that has any tools. */
  agents?: readonly string[];
  /** Hashes of the definitions that the pack ships for its own server. They need no approval. */
  approved?: ReadonlySet<string>;
}

interface ServerEntry {
  server: ToolServer;
  tools: RegisteredTool[];
}

const MAX_NAME_CHARACTERS = 64;

export class ServerTools {
  private readonly entries = new Map<string, ServerEntry>();

  /** Orgs with servers of their own. */
  get orgIds(): string[] {
    return [...this.entries.values()].flatMap(({ server }) => server.orgId ?? []);
  }

  /**
   * Replaces the tools of a server; an empty list removes the server.
   *
   * @param isTaken returns true if a tool defined in a file has this name.
   */
  set(server: ToolServer, tools: readonly Tool[], isTaken: (name: string) => boolean): RegisteredTool[] {
    this.entries.delete(server.key);
    // A server for all orgs must not take a name that a server of one org already uses.
    const others = server.orgId === null ? [...this.entries.values()] : this.serversOf(server.orgId);
    const names = new Set(others.flatMap((entry) => entry.tools.map(({ tool }) => tool.name)));
    const registered = tools.map((tool) => {
      const name = freeName(server, tool, (wanted) => isTaken(wanted) || names.has(wanted));
      names.add(name);
      const entry = register({ ...tool, name }, server.pack ?? PLATFORM_PACK);
      return server.approved?.has(entry.definitionHash) ? { ...entry, shipped: true as const } : entry;
    });
    if (registered.length > 0) this.entries.set(server.key, { server, tools: registered });
    return registered;
  }

  ofServer(key: string): RegisteredTool[] {
    return this.entries.get(key)?.tools ?? [];
  }

  of(orgId: string | null): RegisteredTool[] {
    return this.serversOf(orgId).flatMap(({ tools }) => tools);
  }

  tool(orgId: string, name: string): RegisteredTool | undefined {
    return this.of(orgId).find(({ tool }) => tool.name === name);
  }

  /** The server tools of an agent: all tools of the servers assigned to it, and the tools that it lists by name. */
  ofAgent(
    orgId: string | null,
    { agent, pack }: RegisteredAgent,
  ): { registered: RegisteredTool; tier: ToolTier }[] {
    const listed = new Set(agent.tools);
    return this.serversOf(orgId)
      .filter(({ server }) => server.pack === null || server.pack === pack)
      .flatMap(({ server, tools }) => {
        const all = !server.agents || server.agents.includes(agent.name);
        return tools.filter(({ tool }) => all || listed.has(tool.name));
      })
      .map((registered) => ({ registered, tier: registered.tool.tier }));
  }

  private serversOf(orgId: string | null): ServerEntry[] {
    return [...this.entries.values()].filter(({ server }) => server.orgId === null || server.orgId === orgId);
  }
}

/** The tool's own name; if taken, with the server's name as prefix; if that is taken too, with a number as suffix. */
function freeName(server: ToolServer, { name }: Tool, isTaken: (name: string) => boolean): string {
  const own = name.slice(0, MAX_NAME_CHARACTERS);
  if (!isTaken(own)) return own;
  const prefixed = `${server.name}_${name}`;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const wanted = `${prefixed.slice(0, MAX_NAME_CHARACTERS - end.length)}${end}`;
    if (!isTaken(wanted)) return wanted;
  }
}
