import { timeZone, wholeNumberSetting } from '#identity';
import { withSpan } from '#telemetry';
import { detectLanguageAfter, everyTool } from '#tools';
import { PermanentTurnError } from '../turn.errors.ts';
import { readConversationWindow } from './context/conversation-window.read-model.ts';
import { noSources } from './context/context-sources.ts';
import { loadAttachments } from './attachments/load-attachments.ts';
import type { LoadedTurn, TurnPorts, TurnRun, WindowMessage } from './turn-context.ts';

/** Step 1: the conversation so far, the org and its pack. */
export function load(ports: TurnPorts, run: TurnRun): Promise<LoadedTurn> {
  return withSpan('load', { kind: 'load' }, async (span) => {
    const { turn } = run;
    const org = await ports.orgs.byId(turn.orgId);
    if (!org) throw new PermanentTurnError('ORG_GONE', 'The org of this turn no longer exists.');
    const pack = ports.registry.pack(turn.pack);
    if (!pack || !org.packs.includes(turn.pack)) {
      throw new PermanentTurnError('PACK_GONE', `The org no longer has the pack ${turn.pack}.`);
    }
    const settings = await ports.orgs.settingsOf(turn.orgId);
    // The new message beside those before it.
    const limit = wholeNumberSetting(settings, 'WINDOW_MESSAGES') + 1;
    const { conversation, rows, calls, previousDecision } = await ports.database.forOrgAtOnce(
      turn.orgId,
      (tx) => readConversationWindow(tx, turn, limit),
    );
    const question = rows.find((row) => row.turnSeq === turn.seq && row.role === 'user');
    if (!question) throw new PermanentTurnError('MESSAGE_GONE', 'The message of this turn no longer exists.');
    const window: WindowMessage[] = rows.filter((row) => row.turnSeq < turn.seq).reverse();
    const attachments = await loadAttachments(ports, run, question);
    span.setAttributes({
      'turnpike.load.attachments': attachments.length,
      'turnpike.load.messages': window.length,
      'turnpike.load.earlier_calls': calls.length,
    });
    return {
      ...run,
      org,
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
      previousDecision,
      earlierCalls: calls.map((call) => ({ ...call.outcome, turnSeq: call.turnSeq })).reverse(),
    };
  });
}
