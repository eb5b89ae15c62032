import type { Org } from '#identity';
import type { ToolRegistry } from '#tools';
import { MessageRefusedError } from '../turn.errors.ts';

export interface AgentRequest {
  /** `name` or `pack/name`. */
  agent?: string;
  pack?: string;
}

export interface ResolvedAgent {
  /** Null if the message names no pack. */
  pack: string | null;
  /** Null if the pack chooses. */
  agent: string | null;
}

/**
 * Resolves the pack and the agent that a message names.
 *
 * @param conversationPack pack of the conversation, if the message names a conversation.
 * @throws MessageRefusedError for an unknown agent or pack, and for an agent name that several packs share.
 */
export function resolveAgent(
  registry: ToolRegistry,
  org: Pick<Org, 'packs' | 'defaultPack'>,
  request: AgentRequest,
  conversationPack: string | null,
): ResolvedAgent {
  const packs = org.packs.filter((name) => registry.pack(name) !== undefined);
  const { pack: namedPack, name } = splitAgent(request.agent);
  const pack = conversationPack ?? namedPack ?? request.pack ?? null;
  for (const [pointer, named] of [
    ['/agent', namedPack],
    ['/pack', request.pack],
  ] as const) {
    if (named === undefined) continue;
    if (!packs.includes(named))
      refuse(pointer, `The org has no pack "${named}". It has: ${packs.join(', ') || 'none'}.`);
    if (named !== pack) refuse(pointer, `The message belongs to pack "${pack}", not to "${named}".`);
  }
  if (!name) return { pack, agent: null };
  if (pack) {
    if (!registry.conversingAgent(pack, name))
      refuse('/agent', unknownAgent(registry, `${pack}/${name}`, [pack]));
    return { pack, agent: name };
  }
  return resolveBareName(registry, org, name, packs);
}

function resolveBareName(
  registry: ToolRegistry,
  org: Pick<Org, 'defaultPack'>,
  name: string,
  packs: string[],
): ResolvedAgent {
  const owners = registry.packsWithAgent(name, packs);
  if (org.defaultPack && owners.includes(org.defaultPack)) return { pack: org.defaultPack, agent: name };
  const [only, second] = owners;
  if (!only) refuse('/agent', unknownAgent(registry, name, packs));
  if (second)
    refuse(
      '/agent',
      `Several packs have an agent "${name}": ${owners.map((pack) => `${pack}/${name}`).join(', ')}.`,
    );
  return { pack: only ?? null, agent: name };
}

function splitAgent(agent: string | undefined): { pack?: string; name?: string } {
  const [first, second] = agent?.split('/') ?? [];
  return second === undefined ? { name: first } : { pack: first, name: second };
}

function unknownAgent(registry: ToolRegistry, name: string, packs: string[]): string {
  const known = packs.flatMap((pack) =>
    (registry.pack(pack)?.agents ?? [])
      .filter(({ background }) => !background)
      .map((agent) => `${pack}/${agent.name}`),
  );
  return `There is no agent "${name}". There are: ${known.join(', ') || 'none'}.`;
}

function refuse(pointer: string, message: string): never {
  throw new MessageRefusedError('invalid', 'UNKNOWN_AGENT', message, { pointer });
}
