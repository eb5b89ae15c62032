import { createHash } from 'node:crypto';

/**
 * Ids of tool calls have nine lower-case letters and digits, because that is what every provider accepts: Mistral's
 * models require exactly nine letters and digits, OpenAI at most 40 characters, Anthropic `^[a-zA-Z0-9_-]+$`.
 */
const OWN_ID = /^c[0-9a-z]{8}$/;

/**
 * Our id of a tool call, unique in its conversation. It replaces the id of the provider, whose form other providers may
 * refuse. A repeated round has the same ids.
 *
 * @param turn number of the turn in its conversation.
 * @param round number of the model's answer in the turn.
 * @param index number of the call in the answer.
 */
export function callIdOf(turn: number, round: number, index: number): string {
  const digits = (value: number, length: number) => value.toString(36).padStart(length, '0');
  return `c${digits(turn, 4)}${digits(round, 2)}${digits(index, 2)}`;
}

/** Assigns ids to the calls of one request, whose stored ids may be those of a provider, repeated or empty. */
export class RequestCallIds {
  private readonly used = new Set<string>();
  /** Number of derived ids by stored id. */
  private readonly copies = new Map<string, number>();

  /** The id itself if it is one of ours and new; otherwise an id derived from it, which is the same in every request. */
  next(stored: string): string {
    let id = stored;
    while (!OWN_ID.test(id) || this.used.has(id)) {
      const copy = this.copies.get(stored) ?? 0;
      this.copies.set(stored, copy + 1);
      id = `c${createHash('sha256').update(`${copy} ${stored}`).digest('hex').slice(0, 8)}`;
    }
    this.used.add(id);
    return id;
  }
}
