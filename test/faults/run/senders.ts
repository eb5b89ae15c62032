import { setTimeout as delay } from 'node:timers/promises';
import type { Installation } from '../../harness/installation.ts';
import type { Accepted } from './audit.ts';
import { contactOf, messageOf, MESSAGES_PER_CONVERSATION } from './messages.ts';

export interface SendersOptions {
  turns: number;
  atOnce: number;
  duplicates: number;
  random: () => number;
  /**
   * Pause between the messages of a conversation, so that faults begin while messages are still being sent; none if
   * absent.
   */
  pauseMs?: number;
  /** Random bytes in each message, as in `messageOf`; none if absent. */
  noiseBytes?: number;
  /** The second half of the messages waits for this promise. */
  halfTime: Promise<unknown>;
}

const RETRY_MS = 100;
/**
 * A caller that gives up loses nothing that was accepted; in these runs every caller retries until an API process is
 * up.
 */
const GIVE_UP_AFTER_MS = 120_000;

/** Callers that follow the documentation: they send an `Idempotency-Key` and retry until they get a response. */
export class Senders {
  private readonly accepted: Accepted[] = [];
  /** Number of 503 responses, which say that nothing was done and that the caller has to retry. */
  turnedAway = 0;

  constructor(
    private readonly turnpike: Installation,
    private readonly options: SendersOptions,
  ) {}

  /** Sends messages 1 to `turns`, those of a conversation one after the other, without waiting for replies. */
  async sendAll(): Promise<Accepted[]> {
    const { turns, atOnce, pauseMs = 0, halfTime } = this.options;
    let conversation = 0;
    const sender = async () => {
      for (;;) {
        const first = conversation * MESSAGES_PER_CONVERSATION + 1;
        conversation += 1;
        if (first > turns) return;
        const last = Math.min(first + MESSAGES_PER_CONVERSATION - 1, turns);
        for (let number = first; number <= last; number += 1) {
          if (number > turns / 2) await halfTime;
          await this.sendOne(number);
          if (pauseMs > 0) await delay(pauseMs);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
    return this.accepted;
  }

  private async sendOne(number: number): Promise<void> {
    const times = this.options.random() < this.options.duplicates ? 2 : 1;
    const ids = await Promise.all(Array.from({ length: times }, () => this.untilAccepted(number)));
    for (const turnId of new Set(ids)) this.accepted.push({ number, turnId });
  }

  private async untilAccepted(number: number): Promise<string> {
    const { agent, text } = messageOf(number, this.options.noiseBytes);
    const body = JSON.stringify({
      contact: contactOf(number),
      channel: 'chat',
      agent,
      text,
      author: { kind: 'staff', user: 'agent-01' },
    });
    const deadline = performance.now() + GIVE_UP_AFTER_MS;
    for (;;) {
      const answer = await this.post(number, body);
      if (answer !== undefined) return answer;
      if (performance.now() > deadline) throw new Error(`Message ${number} was not accepted`);
      await delay(RETRY_MS);
    }
  }

  /** The turn's id; undefined if the caller has to retry. */
  private async post(number: number, body: string): Promise<string | undefined> {
    // Until the next API process is up, any process may take the killed one's port, even a worker.
    if (this.turnpike.app('api')?.running !== true) return undefined;
    let response: Response;
    let text: string;
    try {
      response = await this.turnpike.request('/v1/messages', {
        method: 'POST',
        headers: { 'idempotency-key': `fault-${number}` },
        body,
      });
      text = await response.text();
    } catch {
      // The API process was killed: only a retry shows whether it had accepted the message.
      return undefined;
    }
    if (response.status === 202) return (JSON.parse(text) as { turnId: string }).turnId;
    if (response.status === 503) {
      this.turnedAway += 1;
      return undefined;
    }
    throw new Error(`Message ${number} was answered with ${response.status}: ${text}`);
  }
}
