import { createHash } from 'node:crypto';

/**
 * The tools that messages of a fault run request: `note` writes the pack's own tables, `offer` has an effect outside (a
 * mail).
 */
export const messageKinds = ['note', 'offer'] as const;
export type MessageKind = (typeof messageKinds)[number];

const AGENTS: Record<MessageKind, string> = { note: 'qualifier', offer: 'negotiator' };
/** A demo deal in negotiation whose seller has an e-mail address. */
const DEAL = 'deal-002';
const MAIL_EVERY = 5;
export const MESSAGES_PER_CONVERSATION = 7;

/**
 * Message number `number` of a run, identical on each attempt.
 *
 * @param noiseBytes number of random bytes appended as base64, which hardly compress
 */
export function messageOf(
  number: number,
  noiseBytes = 0,
): { kind: MessageKind; agent: string; text: string } {
  const kind = number % MAIL_EVERY === 0 ? 'offer' : 'note';
  const noise = createHash('shake256', { outputLength: noiseBytes }).update(String(number)).digest('base64');
  return {
    kind,
    agent: AGENTS[kind],
    text: `Please take ${kind} #${number}# now.${noiseBytes > 0 ? ` ${noise}` : ''}`,
  };
}

/** The contact of the message; each contact has one conversation. */
export const contactOf = (number: number) => `fault-${Math.ceil(number / MESSAGES_PER_CONVERSATION)}`;

/** @throws Error if `text` is not a message of a run */
export function numberIn(text: string): { kind: MessageKind; number: number } {
  const found = /take (note|offer) #(\d+)#/.exec(text);
  if (!found) throw new Error(`No numbered message: ${text.slice(0, 200)}`);
  return { kind: found[1] as MessageKind, number: Number(found[2]) };
}

/** Text that the effect of this message contains: a timeline entry, or words of a mail. */
export const markOf = (number: number) => `fault mark ${number} end`;

export const replyTo = (number: number) => `It is done: ${number}.`;

export function callOf(
  kind: MessageKind,
  number: number,
): { name: string; arguments: Record<string, unknown> } {
  if (kind === 'note')
    return {
      name: 'log_activity',
      arguments: { contactId: contactOf(number), type: 'note', summary: markOf(number) },
    };
  return {
    name: 'send_offer',
    arguments: { dealId: DEAL, amount: '400000', force: true, message: markOf(number) },
  };
}
