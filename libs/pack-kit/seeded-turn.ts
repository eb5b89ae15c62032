import { randomUUID } from 'node:crypto';
import type { OrgTransaction } from './ports/org-transaction.ts';
import { detectLanguage, normalizeText } from '#text';
import type { OfflineToolHints } from './offline-tool-hints.ts';
import type { SeededTurn } from './seeded-conversation.ts';
import type { Tool } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

/** A message of demo history that one call answers. */
type SeededMessage = Pick<SeededTurn, 'at' | 'agent' | 'text' | 'staff'>;

/** The reply templates of the tool, by language. */
type Words = OfflineToolHints['reply'];

/** The org in which the tools of seeded turns run. */
export interface SeededOrg {
  tx: OrgTransaction;
  slug: string;
  /** Time zone of the org (IANA name). */
  timezone: string;
  /** Values of the settings that the tools read. */
  settings: Readonly<Record<string, string | undefined>>;
}

/**
 * A turn of demo history in which `tool` was called. The tool runs on the seeded rows at the time of the turn, so that the
 * reply agrees with the records.
 *
 * @throws Error for a tool with side effects.
 */
export async function playedTurn(
  tool: Tool,
  args: Record<string, unknown>,
  message: SeededMessage,
  { tx, slug, timezone, settings }: SeededOrg,
  words: Words,
): Promise<SeededTurn> {
  if (tool.sideEffect !== 'none')
    throw new Error(`${tool.name} has side effects; use wordedTurn with a result instead`);
  const context = {
    org: { id: tx.orgId, slug },
    caller: { kind: message.staff === undefined ? 'contact' : 'staff' },
    messageText: message.text,
    channel: 'chat',
    language: detectLanguage(message.text),
    timezone,
    idempotencyKey: randomUUID(),
    signal: new AbortController().signal,
    clock: { now: () => message.at },
    settings: { get: (name: string) => settings[name] },
    read: (work) => work(tx),
  } satisfies Partial<ToolContext>;
  // A read-only tool needs no other port.
  const data: unknown = await tool.execute(tool.input.parse(args), context as unknown as ToolContext);
  return wordedTurn(tool, args, data as Record<string, unknown>, message, words);
}

/** A turn of demo history in which `tool` returned `data`. @param words reply templates by language. */
export function wordedTurn(
  tool: Tool,
  args: Record<string, unknown>,
  data: object,
  seeded: SeededMessage,
  words: Words,
): SeededTurn {
  const { text } = seeded;
  const message = { text, normalized: normalizeText(text), language: detectLanguage(text) };
  const word = (message.language === 'ar' ? words.ar : undefined) ?? words.en;
  return {
    ...seeded,
    reply: word((tool.modelView?.(data as never) ?? data) as never, args as never, message),
    calls: [{ tool: tool.name, arguments: args, result: { ...data } }],
  };
}
