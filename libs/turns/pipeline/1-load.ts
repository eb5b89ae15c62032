import { numberSetting } from '#identity';
import { withSpan } from '#telemetry';
import { detectLanguage, everyTool } from '#tools';
import type { StoredAttachment } from '../message.entity.ts';
import { PermanentTurnError } from '../turn.errors.ts';
import { loadAttachments } from './parts/load-attachments.ts';
import type { LoadedTurn, RecordedToolCall, TurnPorts, TurnRun, WindowMessage } from './turn-context.ts';

/** Messages before this one that the model sees; the org's setting `WINDOW_MESSAGES` changes it. */
const DEFAULT_WINDOW_MESSAGES = 20;
/** Earlier tool calls that a message may point back to (`platform-tools` 8.2, `prev`). */
const EARLIER_CALLS = 5;

const CONVERSATION = `
  SELECT agent, recent_tools AS "recentTools", tools_allowed AS "toolsAllowed", tools_denied AS "toolsDenied"
    FROM conversations WHERE org_id = $1 AND id = $2`;
const WINDOW = `
  SELECT id, role, text, turn_seq AS "turnSeq", attachments FROM messages
   WHERE org_id = $1 AND conversation_id = $2 AND turn_seq <= $3 AND role IN ('user', 'assistant')
   ORDER BY turn_seq DESC, seq DESC LIMIT $4`;
const EARLIER_TOOL_CALLS = `
  SELECT t.seq AS "turnSeq", s.outcome FROM turn_steps s
    JOIN turns t ON t.org_id = s.org_id AND t.id = s.turn_id
   WHERE t.org_id = $1 AND t.conversation_id = $2 AND t.seq < $3 AND t.seq >= $3 - $4 AND s.key LIKE 'tool:%'
   ORDER BY t.seq DESC, s.created_at DESC LIMIT $4`;

interface ConversationRow {
  agent: string | null;
  recentTools: string[];
  toolsAllowed: string[] | null;
  toolsDenied: string[];
}

interface WindowRow {
  id: string;
  attachments: StoredAttachment[];
  role: 'user' | 'assistant';
  text: string;
  turnSeq: number;
}

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
    const limit =
      numberSetting(settings, 'WINDOW_MESSAGES', { fallback: DEFAULT_WINDOW_MESSAGES, min: 0, max: 200 }) + 1;
    const { conversation, rows, calls } = await readConversation(ports, run, limit);
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
      attachments,
      language: detectLanguage(question.text),
      timezone: settings.get('ORG_TIMEZONE') ?? org.timezone,
      lastAgent: conversation?.agent ?? null,
      recentTools: conversation?.recentTools ?? [],
      conversationTools: conversation
        ? { allowed: conversation.toolsAllowed, denied: conversation.toolsDenied }
        : everyTool,
      window,
      earlierCalls: calls.map((call) => ({ ...call.outcome, turnSeq: call.turnSeq })).reverse(),
    };
  });
}

async function readConversation(ports: TurnPorts, { turn }: TurnRun, limit: number) {
  return ports.database.forOrgAtOnce(turn.orgId, async (tx) => {
    const place = [turn.conversationId];
    const [conversations, rows, calls] = await Promise.all([
      tx.query<ConversationRow>(CONVERSATION, place),
      tx.query<WindowRow>(WINDOW, [...place, turn.seq, limit]),
      turn.seq === 1
        ? Promise.resolve([])
        : tx.query<{ turnSeq: number; outcome: RecordedToolCall }>(EARLIER_TOOL_CALLS, [
            ...place,
            turn.seq,
            EARLIER_CALLS,
          ]),
    ]);
    return { conversation: conversations[0], rows, calls };
  });
}
