import { cutText } from '#contracts';
import { trace } from '@opentelemetry/api';
import type { TurnFacts } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { detectIntents, intentsOf } from '#broker';
import { ToolError, type AgentChoiceInput, type AttachedContent } from '#pack-kit';
import { PermanentTurnError } from '../turn.errors.ts';
import { recall } from './context/recall.ts';
import { runTask, type TaskRun } from './model/run-task.ts';
import type { LoadedTurn, TurnPorts, UnderstoodTurn } from './turn-context.ts';

/** Length of the excerpt of each attached document that the choice of the agent sees. */
const MAX_EXCERPT_CHARACTERS = 1_500;
/** Length of the end of the last reply that it sees: offers and questions stand there. */
const MAX_REPLY_CHARACTERS = 600;

/** Step 2: detects the intents of the message and chooses the agent that answers it. */
export function intent(ports: TurnPorts, turn: LoadedTurn): Promise<UnderstoodTurn> {
  const turnSpan = trace.getActiveSpan();
  return withSpan('intent', { kind: 'intent' }, async (span) => {
    const intents = detectIntents(turn.text, intentsOf(turn.pack.name, turn.pack.intents));
    const facts = factsOf(ports, turn);
    const name = turn.row.requestedAgent ?? onlyAgent(turn) ?? (await chooseAgent(ports, turn, facts));
    const agent = ports.registry.agent(turn.pack.name, name);
    if (!agent)
      throw new PermanentTurnError('AGENT_GONE', `The agent ${turn.pack.name}/${name} no longer exists.`);
    span.setAttributes({
      [ATTRIBUTES.intent]: intents.join(','),
      [ATTRIBUTES.agent]: name,
      'turnpike.language': turn.language,
    });
    // Set on the span of the turn, so that traces can be searched by agent.
    turnSpan?.setAttribute(ATTRIBUTES.agent, name);
    turn.log.emit('agent.selected', { agent: `${turn.pack.name}/${name}`, intents });
    const known = await recall(ports, turn);
    return { ...turn, intents, agent, facts: { ...facts, agent: name, ...(known && { known }) } };
  });
}

function onlyAgent({ pack }: LoadedTurn): string | undefined {
  return pack.agents.length === 1 ? pack.agents[0]?.name : undefined;
}

/** Chooses the agent with one call of task type intent_classification; the offline model uses the pack's cue table. */
async function chooseAgent(ports: TurnPorts, turn: LoadedTurn, facts: TurnFacts): Promise<string> {
  const task = ports.registry.task(turn.pack.name, turn.pack.agentChoice ?? '');
  if (!task) throw new PermanentTurnError('TASK_GONE', `The pack ${turn.pack.name} cannot choose an agent.`);
  const last = turn.window.at(-1);
  const { lastAgent } = turn;
  const input: AgentChoiceInput = {
    text: turn.text,
    language: turn.language,
    caller: turn.row.callerKind,
    // An agent that no longer exists cannot be chosen again.
    ...(lastAgent !== null && ports.registry.conversingAgent(turn.pack.name, lastAgent) && { lastAgent }),
    ...(last?.role === 'assistant' && { lastReply: last.text.slice(-MAX_REPLY_CHARACTERS).toWellFormed() }),
    ...(turn.attached.length > 0 && { attachments: turn.attached.map(shortOf) }),
  };
  const chosen = await askForAgent(ports, turn, facts, {
    task,
    input,
    stepKey: 'agent',
    waitedByTurn: true,
  });
  const known = ports.registry.conversingAgent(turn.pack.name, chosen) ? chosen : turn.pack.fallbackAgent;
  if (!known)
    throw new PermanentTurnError('AGENT_GONE', `The pack ${turn.pack.name} has no agent "${chosen}".`);
  return known;
}

function shortOf({ name, mediaType, text }: AttachedContent) {
  const excerpt = text === undefined ? undefined : cutText(text, MAX_EXCERPT_CHARACTERS, '');
  return { name, mediaType, ...(excerpt !== undefined && { excerpt }) };
}

/** An unreadable answer of the model selects the fallback agent of the pack. The span records the reason. */
async function askForAgent(
  ports: TurnPorts,
  turn: LoadedTurn,
  facts: TurnFacts,
  run: TaskRun,
): Promise<string> {
  try {
    const { output } = await runTask<{ agent: string }>(ports, turn, facts, run);
    return output.agent;
  } catch (error) {
    if (!(error instanceof ToolError && error.errorClass === 'UPSTREAM_ERROR')) throw error;
    trace.getActiveSpan()?.setAttribute(ATTRIBUTES.note, `no agent was chosen: ${error.message}`);
    return '';
  }
}

function factsOf(ports: TurnPorts, turn: LoadedTurn): TurnFacts {
  return {
    orgId: turn.org.id,
    pack: turn.pack.name,
    agent: turn.lastAgent ?? '',
    contactId: turn.row.contactId,
    conversationId: turn.row.conversationId,
    userId: turn.row.callerUserId,
    channel: turn.row.channel,
    language: turn.language,
    timezone: turn.timezone,
    now: ports.clock.now(),
  };
}
