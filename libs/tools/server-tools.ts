import { PLATFORM_PACK, register, type RegisteredAgent, type RegisteredTool } from './registered-tool.ts';
import type { Tool, ToolTier } from '#pack-kit';

/** Where tools come from that no file of the process has. */
export interface ToolServer {
  /** Unique in the process, such as `geo/maps` or `org/ID`. */
  key: string;
  /** The prefix of a tool whose name is taken. */
  name: string;
  /** The only org that has them; null for every org that has the pack. */
  orgId: string | null;
  /** Whose tools they are; null for those of an org: every agent of its packs has them. */
  pack: string | null;
  /** Agents of the pack that have them; undefined for every one that has tools. */
  agents?: readonly string[];
  /** Hashes of definitions that the pack ships for its own server: they wait for nobody's approval. */
  approved?: ReadonlySet<string>;
}

interface Told {
  server: ToolServer;
  tools: RegisteredTool[];
}

const MAX_NAME_CHARACTERS = 64;

/** The tools that servers have told of, by server. */
export class ServerTools {
  private readonly told = new Map<string, Told>();

  /** Orgs with servers of their own. */
  get orgIds(): string[] {
    return [...this.told.values()].flatMap(({ server }) => server.orgId ?? []);
  }

  /** @param isTaken whether a file has a tool of that name. */
  set(server: ToolServer, tools: readonly Tool[], isTaken: (name: string) => boolean): RegisteredTool[] {
    this.told.delete(server.key);
    // What is for every org must not take a name that some org has given already.
    const others = server.orgId === null ? [...this.told.values()] : this.serversOf(server.orgId);
    const names = new Set(others.flatMap((told) => told.tools.map(({ tool }) => tool.name)));
    const registered = tools.map((tool) => {
      const name = freeName(server, tool, (wanted) => isTaken(wanted) || names.has(wanted));
      names.add(name);
      const entry = register({ ...tool, name }, server.pack ?? PLATFORM_PACK);
      return server.approved?.has(entry.definitionHash) ? { ...entry, shipped: true as const } : entry;
    });
    if (registered.length > 0) this.told.set(server.key, { server, tools: registered });
    return registered;
  }

  ofServer(key: string): RegisteredTool[] {
    return this.told.get(key)?.tools ?? [];
  }

  of(orgId: string | null): RegisteredTool[] {
    return this.serversOf(orgId).flatMap(({ tools }) => tools);
  }

  tool(orgId: string, name: string): RegisteredTool | undefined {
    return this.of(orgId).find(({ tool }) => tool.name === name);
  }

  /** What the agent has of them: all of a server that is for it, and those that it lists by name. */
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

  private serversOf(orgId: string | null): Told[] {
    return [...this.told.values()].filter(({ server }) => server.orgId === null || server.orgId === orgId);
  }
}

/** The tool's own name, with the server's before it where it is taken, and a number behind where that is taken too. */
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
