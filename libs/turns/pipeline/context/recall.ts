import { MAX_READ_CHARACTERS } from '#text';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';
import { asData } from './as-data.ts';

/** @returns the pack's knowledge about the person; undefined for a pack that stores nothing about people. */
export async function recall(
  ports: TurnPorts,
  { row, pack, text: whole, window }: LoadedTurn,
): Promise<Record<string, unknown> | undefined> {
  const { recall: recalled } = pack;
  if (!recalled) return undefined;
  const { conversationId, contactId, callerKind: caller, createdAt: saidAt } = row;
  const text = whole.slice(0, MAX_READ_CHARACTERS);
  const last = window.at(-1);
  const replied = last?.role === 'assistant' ? last.text.slice(-MAX_READ_CHARACTERS) : undefined;
  return ports.database.forOrg(row.orgId, (tx) =>
    recalled(tx, { conversationId, contactId, caller, text, replied, saidAt, now: ports.clock.now() }),
  );
}

/** The block of the system prompt; undefined if nothing is known. It is marked as data, because it quotes the person. */
export function knownBlock(known: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const lines = Object.entries(known ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return lines.length === 0 ? undefined : `## Known of the person\n${asData('known', lines.join('\n'))}`;
}
