import { type Clock } from '#config';
import { dayIn, contentStems, detectLanguage, normalizedWords, momentOf } from '#text';
import type { Database } from '#database';
import type { Flags } from '#flags';
import { timeZone, type OrgSettings } from '#identity';
import { extractInsightsTask, type ExtractedInsights, type ExtractionInput } from '#memory';
import type { ModelTasks } from '#models';
import { refusedContent } from '#tools';
import { type MemoryPort } from '#pack-kit';
import { factsWithoutTurn, withTaskSpan } from '../../pipeline/model/record-task.ts';
import { contactMessage, holdMessage, type ContactMessage } from './contact-message.read-model.ts';

/** Number of known insights that a new one may repeat or replace. */
const KNOWN_INSIGHTS = 10;
/** Share of an insight's words that the message must contain: a model may reword, but not invent. */
const MIN_GROUNDED = 0.3;
const DAY_END = 'T23:59:59';

export interface ExtractionPorts {
  database: Database;
  clock: Clock;
  memory: MemoryPort;
  tasks: ModelTasks;
  orgs: { settingsOf(orgId: string): Promise<OrgSettings> };
  flags: Pick<Flags, 'isOn'>;
}

export class InsightExtraction {
  constructor(private readonly ports: ExtractionPorts) {}

  /**
   * Extracts insights from the contact's message of a turn, by a model or by rules, and stores each with its message. A
   * second run stores nothing twice. Does nothing if the message is gone, or if the flag `semantic_memory` was switched off
   * for the conversation in the meantime.
   *
   * @throws any error of the model.
   */
  async extract(
    orgId: string,
    turn: { conversationId: string; turnId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { database, memory, flags } = this.ports;
    const { conversationId } = turn;
    if (!(await flags.isOn('semantic_memory', { orgId, conversationId }))) return;
    const message = await database.forOrgAtOnce(orgId, (tx) => contactMessage(tx, turn));
    if (!message) return;
    const { id: messageId, contactId, text } = message;
    const known = await memory.retrieve({ orgId, contactId, text, limit: KNOWN_INSIGHTS });
    const timezone = timeZone(await this.ports.orgs.settingsOf(orgId), 'ORG_TIMEZONE');
    const proposed = await this.propose({ orgId, conversationId, timezone }, message, known, signal);
    const grounded = proposed.insights.filter((insight) => isGrounded(insight.text, text));
    const knownIds = new Set(known.map(({ id }) => id));
    for (const [place, insight] of grounded.entries()) {
      const expiresAt = insight.until ? momentOf(`${insight.until}${DAY_END}`, timezone) : undefined;
      // An insight that has expired since the message is stored all the same: it replaces earlier ones.
      if (expiresAt && expiresAt <= message.saidAt) continue;
      // The vector is computed before the transaction, which must not wait for an outside service.
      const embedded = await memory.embed(orgId, insight.text);
      await database.forOrg(orgId, async (tx) => {
        if (!(await holdMessage(tx, messageId))) return;
        await memory.store(
          tx,
          {
            contactId,
            conversationId,
            text: insight.text,
            category: insight.category,
            importance: insight.importance,
            source: 'agent_extracted',
            said: { messageId, at: message.saidAt, turnSeq: message.turnSeq, place, by: 'contact' },
            replaces: insight.replaces.filter((id) => knownIds.has(id)),
            surroundings: surroundingsOf(message, insight.text),
            ...(expiresAt ? { expiresAt } : {}),
          },
          embedded,
        );
      });
    }
  }

  private async propose(
    { orgId, conversationId, timezone }: { orgId: string; conversationId: string; timezone: string },
    message: ContactMessage,
    known: { id: string; text: string }[],
    signal: AbortSignal,
  ): Promise<ExtractedInsights> {
    const language = detectLanguage(message.text);
    const input: ExtractionInput = {
      messages: [...message.before, { author: 'contact', text: message.text }],
      known: known.map(({ id, text }) => ({ id, text })),
      language,
      // The day of the message, not of the job: "next Friday" is relative to it.
      today: dayIn(timezone, message.saidAt),
    };
    const { pack, agent, contactId, channel } = message;
    const conversation = { orgId, conversationId, pack, agent, contactId, channel };
    const facts = factsWithoutTurn(conversation, { language, timezone, now: this.ports.clock.now() });
    const { output } = await withTaskSpan(extractInsightsTask, async (hooks, span) => {
      const context = { signal, facts, ...hooks };
      const result = await this.ports.tasks.run<ExtractedInsights>(extractInsightsTask, input, context);
      span.setAttribute('turnpike.insights.proposed', result.output.insights.length);
      return result;
    });
    return output;
  }
}

/** True if the message contains every number and enough words of the insight, and the insight may be stored. */
function isGrounded(insight: string, message: string): boolean {
  if (refusedContent(insight)) return false;
  const [words, said] = [normalizedWords(insight), normalizedWords(message)];
  if (words.some((word) => /\d/.test(word) && !said.includes(word))) return false;
  const stems = new Set(contentStems(said));
  const own = contentStems(words);
  return own.length === 0 || own.filter((stem) => stems.has(stem)).length / own.length >= MIN_GROUNDED;
}

/** The rest of the message, and the messages before it. */
function surroundingsOf({ before, text }: ContactMessage, insight: string) {
  const rest = text === insight ? {} : { after: text };
  return { before: before.map((message) => message.text), ...rest };
}
