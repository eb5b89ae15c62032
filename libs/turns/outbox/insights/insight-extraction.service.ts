import { dayIn, type Clock } from '#config';
import type { Database } from '#database';
import type { Flags } from '#flags';
import { timeZone, type OrgSettings } from '#identity';
import { extractInsightsTask, type ExtractedInsights, type ExtractionInput } from '#memory';
import type { ModelTasks } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import {
  contentStems,
  detectLanguage,
  momentOf,
  normalizedWords,
  refusedContent,
  type MemoryPort,
} from '#tools';
import { taskRecordedOn } from '../../pipeline/model/record-task.ts';
import { holdMessage, toldMessage, type ToldMessage } from './contact-message.read-model.ts';

/** Known insights that a new one may repeat or make untrue. */
const KNOWN_INSIGHTS = 10;
/** Share of an insight's words that the message has to have: a model may reword, not invent. */
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

/** Remembers what contacts tell. */
export class InsightExtraction {
  constructor(private readonly ports: ExtractionPorts) {}

  /**
   * Reads the message of a contact that a turn answers, by a model or by rules, and stores what is worth it, each with the message that it
   * came from. Run twice it stores nothing twice. A message that is gone tells nothing, and neither does one of a
   * conversation for which the flag `semantic_memory` was switched off while the job waited.
   *
   * @throws what the model throws.
   */
  async extract(
    orgId: string,
    turn: { conversationId: string; turnId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { database, memory, flags } = this.ports;
    const { conversationId } = turn;
    if (!(await flags.isOn('semantic_memory', { orgId, conversationId }))) return;
    const told = await database.forOrgAtOnce(orgId, (tx) => toldMessage(tx, turn));
    if (!told) return;
    const { id: messageId, contactId, text } = told;
    const known = await memory.retrieve({ orgId, contactId, text, limit: KNOWN_INSIGHTS });
    const timezone = timeZone(await this.ports.orgs.settingsOf(orgId), 'ORG_TIMEZONE');
    const proposed = await this.propose({ orgId, conversationId, timezone }, told, known, signal);
    const grounded = proposed.insights.filter((insight) => isGrounded(insight.text, text));
    const knownIds = new Set(known.map(({ id }) => id));
    for (const [place, insight] of grounded.entries()) {
      const expiresAt = insight.until ? momentOf(`${insight.until}${DAY_END}`, timezone) : undefined;
      // What has expired since then is stored all the same: it made untrue what was said before it.
      if (expiresAt && expiresAt <= told.saidAt) continue;
      // The vector comes before the transaction: no transaction waits for an outside service.
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
            said: { messageId, at: told.saidAt, turnSeq: told.turnSeq, place, by: 'contact' },
            replaces: insight.replaces.filter((id) => knownIds.has(id)),
            surroundings: surroundingsOf(told, insight.text),
            ...(expiresAt ? { expiresAt } : {}),
          },
          embedded,
        );
      });
    }
  }

  private async propose(
    { orgId, conversationId, timezone }: { orgId: string; conversationId: string; timezone: string },
    told: ToldMessage,
    known: { id: string; text: string }[],
    signal: AbortSignal,
  ): Promise<ExtractedInsights> {
    const language = detectLanguage(told.text);
    const now = this.ports.clock.now();
    const input: ExtractionInput = {
      messages: [...told.before, { author: 'contact', text: told.text }],
      known: known.map(({ id, text }) => ({ id, text })),
      language,
      // Of the message, not of the job: "next Friday" is counted from there.
      today: dayIn(timezone, told.saidAt),
    };
    const task = extractInsightsTask;
    const attributes = { [ATTRIBUTES.operation]: 'chat', [ATTRIBUTES.task]: task.taskType };
    return withSpan(`task ${task.key}`, { kind: 'model', attributes }, async (span) => {
      const { output, generatedBy } = await this.ports.tasks.run<ExtractedInsights>(task, input, {
        signal,
        facts: {
          orgId,
          conversationId,
          pack: told.pack,
          agent: told.agent ?? '',
          contactId: told.contactId,
          userId: null,
          channel: told.channel,
          language,
          timezone,
          now,
        },
        ...taskRecordedOn(span),
      });
      span.setAttributes({
        'turnpike.generated_by': generatedBy,
        'turnpike.insights.proposed': output.insights.length,
      });
      return output;
    });
  }
}

/** The message says it: every number, and enough of the words. What must not be kept is not. */
function isGrounded(insight: string, message: string): boolean {
  if (refusedContent(insight)) return false;
  const [words, said] = [normalizedWords(insight), normalizedWords(message)];
  if (words.some((word) => /\d/.test(word) && !said.includes(word))) return false;
  const stems = new Set(contentStems(said));
  const own = contentStems(words);
  return own.length === 0 || own.filter((stem) => stems.has(stem)).length / own.length >= MIN_GROUNDED;
}

/** The rest of the message, and the question that it answers. */
function surroundingsOf({ before, text }: ToldMessage, insight: string) {
  const rest = text === insight ? {} : { after: text };
  return { before: before.map((message) => message.text), ...rest };
}
