import { randomUUID } from 'node:crypto';
import type { OrgTransaction } from './ports/org-transaction.ts';
import { detectLanguage, normalizeText } from '#text';
import type { OfflineToolHints } from './offline-tool-hints.ts';
import type { SeededTurn } from './seeded-conversation.ts';
import type { Tool } from './tool.ts';
import type { ToolContext } from './tool-context.ts';

/** A message of demo history to which one call is the answer. */
type Asked = Pick<SeededTurn, 'at' | 'agent' | 'text' | 'staff'>;

/** The reply templates of the tool, by language. */
type Words = OfflineToolHints['reply'];

/** Where the tools of seeded turns run. */
export interface SeededOrg {
  tx: OrgTransaction;
  slug: string;
  /** IANA name. */
  timezone: string;
  /** What they read of the settings; a setting without a value has none. */
  settings: Readonly<Record<string, string | undefined>>;
}

/**
 * A turn of demo history in which `tool` was called: it is run on the rows that are seeded, at the time of the turn, so
 * that history says nothing that the records do not.
 *
 * @throws Error for a tool that does more than read.
 */
export async function playedTurn(
  tool: Tool,
  args: Record<string, unknown>,
  asked: Asked,
  { tx, slug, timezone, settings }: SeededOrg,
  words: Words,
): Promise<SeededTurn> {
  if (tool.sideEffect !== 'none')
    throw new Error(`${tool.name} does more than read; word its result instead`);
  const context = {
    org: { id: tx.orgId, slug },
    caller: { kind: asked.staff === undefined ? 'contact' : 'staff' },
    messageText: asked.text,
    channel: 'chat',
    language: detectLanguage(asked.text),
    timezone,
    idempotencyKey: randomUUID(),
    signal: new AbortController().signal,
    clock: { now: () => asked.at },
    settings: { get: (name: string) => settings[name] },
    read: (work) => work(tx),
  } satisfies Partial<ToolContext>;
  // A tool that only reads needs no other port.
  const data: unknown = await tool.execute(tool.input.parse(args), context as unknown as ToolContext);
  return wordedTurn(tool, args, data as Record<string, unknown>, asked, words);
}

/** A turn of demo history in which `tool` gave `data`. @param words the reply, by language. */
export function wordedTurn(
  tool: Tool,
  args: Record<string, unknown>,
  data: object,
  asked: Asked,
  words: Words,
): SeededTurn {
  const { text } = asked;
  const message = { text, normalized: normalizeText(text), language: detectLanguage(text) };
  const word = (message.language === 'ar' ? words.ar : undefined) ?? words.en;
  return {
    ...asked,
    reply: word((tool.modelView?.(data as never) ?? data) as never, args as never, message),
    calls: [{ tool: tool.name, arguments: args, result: { ...data } }],
  };
}
