import { trace } from '@opentelemetry/api';
import { timeZone } from '#identity';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { everyTool } from '#tools';
import { detectLanguageAfter } from '#text';
import { PermanentTurnError } from '../turn.errors.ts';
import { noSources } from './context/context-sources.ts';
import { loadAttachments } from './attachments/load-attachments.ts';
import type { LoadedTurn, TurnPorts, TurnRun } from './turn-context.ts';

/** Step 1: loads the org, its pack and the attachments. The conversation came with the claim. */
export function load(ports: TurnPorts, run: TurnRun): Promise<LoadedTurn> {
  const turnSpan = trace.getActiveSpan();
  return withSpan('load', { kind: 'load' }, async (span) => {
    const { row } = run;
    const org = await ports.orgs.byId(row.orgId);
    if (!org) throw new PermanentTurnError('ORG_GONE', 'The org of this turn no longer exists.');
    const pack = ports.registry.pack(row.pack);
    if (!pack || !org.packs.includes(row.pack)) {
      throw new PermanentTurnError('PACK_GONE', `The org no longer has the pack ${row.pack}.`);
    }
    const settings = await ports.orgs.settingsOf(row.orgId);
    const { conversation, rows, calls, previousDecision } = run.loaded;
    const question = rows.find(({ turnSeq, role }) => turnSeq === row.seq && role === 'user');
    if (!question) throw new PermanentTurnError('MESSAGE_GONE', 'The message of this turn no longer exists.');
    turnSpan?.setAttribute(ATTRIBUTES.input, question.text);
    const window = rows.filter(({ turnSeq }) => turnSeq < row.seq).reverse();
    const attachments = await loadAttachments(ports, run, question);
    span.setAttributes({
      'turnpike.load.attachments': attachments.length,
      'turnpike.load.messages': window.length,
      'turnpike.load.earlier_calls': calls.length,
    });
    return {
      ...run,
      org,
      flagContext: { orgId: row.orgId, conversationId: row.conversationId },
      settings,
      pack,
      text: question.text,
      attachments: attachments.map(({ part }) => part),
      attached: attachments.map(({ content }) => content),
      language: detectLanguageAfter(
        question.text,
        window.flatMap(({ role, text }) => (role === 'user' ? [text] : [])),
      ),
      timezone: timeZone(settings, 'ORG_TIMEZONE'),
      lastAgent: conversation?.agent ?? null,
      recentTools: conversation?.recentTools ?? [],
      conversationTools: conversation
        ? { allowed: conversation.toolsAllowed, denied: conversation.toolsDenied }
        : everyTool,
      window,
      unsummarized: conversation?.unsummarized ?? 0,
      summarizedTurns: conversation?.summarizedTurns ?? 0,
      contextSources: conversation ?? noSources,
      previousDecision: previousDecision ?? undefined,
      earlierCalls: calls.map((call) => ({ ...call.outcome, turnSeq: call.turnSeq })).reverse(),
    };
  });
}
