import type { ReplyPolicy, PolicySituation, PolicyStanding } from '#pack-kit';
import { callModel } from '../model/call-model.ts';
import { withoutProgram } from '../programs/fenced-program.ts';
import type { RecordedToolCall } from '../recorded-calls.ts';
import type { AnsweredTurn, RoutedTurn, TurnPorts } from '../turn-context.ts';
import { inventedLinks } from './invented-links.ts';

type CheckingPolicy = Omit<ReplyPolicy, 'agents'>;

/** The result of checking a reply under one policy. */
export interface CheckedReply {
  reply: string;
  standing: PolicyStanding;
  /** Absent if the policy does not apply. */
  outcome?: 'passed' | 'rewritten' | 'safe_reply';
  /** The problems of the replies that were not sent. */
  problems: string[];
}

/** The policies that check the replies of the turn's agent: those of the pack, and those of every pack. */
export function policiesOf({ pack, agent }: Pick<RoutedTurn, 'pack' | 'agent'>): CheckingPolicy[] {
  const own = (pack.policies ?? []).filter(({ agents }) => agents.includes(agent.agent.name));
  return [...own, inventedLinks];
}

export function situationOf(turn: AnsweredTurn): PolicySituation {
  return {
    agent: turn.agent.agent.name,
    caller: turn.row.callerKind,
    text: turn.text,
    language: turn.language,
    recent: turn.window.map(({ role, text }) => ({ role, text })),
    known: turn.facts.known ?? {},
    calls: turn.calls.map(({ tool, success, modelText }) => ({ tool, success, data: dataOf(modelText) })),
    shown: () => shownTo(turn),
  };
}

function shownTo({ system, messages }: AnsweredTurn): string {
  const read = messages.map(({ text, ...message }) =>
    message.role === 'assistant' ? `${text}\n${JSON.stringify(message.toolCalls)}` : text,
  );
  return [system, ...read].join('\n');
}

function dataOf(modelText: RecordedToolCall['modelText']): unknown {
  try {
    const result = JSON.parse(modelText) as { success: boolean; data?: unknown };
    return result.success ? result.data : result;
  } catch {
    // The text for the model may be truncated; a policy reads the part that it can parse.
    return modelText;
  }
}

/**
 * Checks a reply. The model rewrites a reply that breaks the policy once. If the rewrite breaks it, too, a safe reply
 * replaces it.
 */
export async function checkReply(
  ports: TurnPorts,
  turn: AnsweredTurn,
  policy: CheckingPolicy,
  situation: PolicySituation,
): Promise<CheckedReply> {
  const { reply } = turn;
  const standing = policy.standing(situation);
  if (standing !== 'applied') return { reply, standing, problems: [] };
  const problem = policy.problem(reply, situation);
  if (problem === undefined) return { reply, standing, outcome: 'passed', problems: [] };
  const second = await rewritten(ports, turn, policy, problem);
  const left = second === '' ? 'nothing was written' : policy.problem(second, situation);
  if (left === undefined) return { reply: second, standing, outcome: 'rewritten', problems: [problem] };
  const safe = policy.safeReply(situation, second || reply);
  return { reply: safe, standing, outcome: 'safe_reply', problems: [problem, left] };
}

/** @returns an empty string if no model can rewrite the reply. */
async function rewritten(
  ports: TurnPorts,
  turn: AnsweredTurn,
  policy: CheckingPolicy,
  problem: string,
): Promise<string> {
  // The offline model would answer the request to rewrite like a message of the person.
  if (turn.route.provider === 'offline' && !turn.route.fallbacks?.length) return '';
  const { messages, rounds, reply } = turn;
  const { text } = await callModel(ports, turn, {
    key: `policy:${policy.name}`,
    round: rounds + 1,
    messages: [
      ...messages,
      { role: 'assistant', text: reply, toolCalls: [] },
      {
        role: 'user',
        text: `[Check of your reply, not from the person] It must not be sent: ${problem}. ${policy.rewrite} Write the whole reply again, in the language of the person's last message, and nothing else.`,
      },
    ],
    tools: [],
    functions: [],
    held: true,
    final: true,
  });
  return withoutProgram(text);
}
