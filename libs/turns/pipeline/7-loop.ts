import type { ModelMessage, ModelToolCall } from '#models';
import { ApprovalNeededError, channelProfile, RUN_PROGRAM, TOOL_SEARCH, type ApprovalRequest } from '#tools';
import { TurnParkedError } from '../turn.errors.ts';
import { CallPlaces } from './tools/call-places.ts';
import { callModel, roundKey, type RecordedModelCall } from './model/call-model.ts';
import { callTool } from './tools/call-tool.ts';
import { policiesOf } from './policy/check-reply.ts';
import { conversationMessages } from './context/conversation-messages.ts';
import { roundMessages, wantedCalls, withoutProgram } from './programs/fenced-program.ts';
import { toldTools } from './programs/offer-programs.ts';
import { ProgramNeedsApprovalError, runProgram } from './programs/run-program.ts';
import { addToolWait } from './model/usage.ts';
import type { CallStep, RecordedToolCall } from './recorded-calls.ts';
import type { AnsweredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

const NO_ANSWER = { en: 'I could not find an answer to that.', ar: 'لم أجد جوابا على ذلك.' };

/** Step 7: ask the model, run the tools that it calls or the program that it writes, and again, until it answers in text. */
export async function loop(ports: TurnPorts, turn: RoutedTurn): Promise<AnsweredTurn> {
  if (turn.earlier.textSent) turn.log.emit('text.reset', { reason: 'resumed' });
  const messages: ModelMessage[] = conversationMessages(turn, canSee(ports, turn));
  const made: RecordedToolCall[] = [];
  const places = new CallPlaces();
  // What a policy checks is sent by step 8.
  const held = policiesOf(turn).length > 0;
  const { modelRounds } = channelProfile(turn.row.channel, turn.settings);
  for (let round = 1; ; round += 1) {
    turn.log.throwIfCancelled();
    const lastRound = isLast(turn, round, modelRounds);
    const result = await callModel(ports, turn, {
      round,
      messages,
      tools: lastRound ? [] : toldTools(turn),
      functions: lastRound ? [] : (turn.programs?.functions ?? []),
      held,
      final: lastRound,
    });
    const wanted = wantedCalls(turn, result, round);
    if (wanted.length === 0 || lastRound) {
      const reply = withoutProgram(result.text) || (turn.language === 'ar' ? NO_ANSWER.ar : NO_ANSWER.en);
      if (!held) sendInstead(turn, result.replayed ? '' : result.text, reply);
      return { ...turn, reply, messages, rounds: round, calls: made, ...toolsOf(made) };
    }
    if (result.text && !held) turn.log.emit('text.reset', { reason: 'tools' });
    const calls = await allDone(startAll(ports, turn, { wanted, round, places }), turn);
    addToolWait(turn, calls);
    messages.push(...roundMessages(result, calls));
    made.push(...calls);
    turn.tools.offerFound(calls);
  }
}

/** Whoever reads along is told the reply, and not a program that was left out of it. */
function sendInstead({ log }: RoutedTurn, sent: string, reply: string): void {
  if (reply === sent.trim()) return;
  if (sent) log.emit('text.reset', { reason: 'rewritten' });
  log.emit('text.delta', { text: reply });
}

/**
 * Whether the reply is to come of this round. In a replay the run before has decided: a limit that was lowered since takes
 * back no round with tools, and what was called in a round without them stays undone.
 */
function isLast(turn: RoutedTurn, round: number, modelRounds: number): boolean {
  const before = turn.log.recorded<RecordedModelCall>(roundKey(round));
  if (!before) return round > modelRounds;
  return before.final ?? (round > modelRounds && wantedCalls(turn, before, round).length === 0);
}

/** All at once, but for those of one lane: each of them waits for the one before, whatever becomes of that. */
function startAll(
  ports: TurnPorts,
  turn: RoutedTurn,
  { wanted, round, places }: { wanted: readonly ModelToolCall[]; round: number; places: CallPlaces },
): Promise<RecordedToolCall>[] {
  const lanes = new Map<string, Promise<unknown>>();
  return wanted.map((call, index) => {
    const step = { key: `tool:${round}:${index}`, place: places.of(call) };
    const run = () => runCall(ports, turn, call, step);
    const lane = ports.registry.toolOf(turn.row.orgId, call.name)?.tool.lane;
    if (lane === undefined) return run();
    const before = lanes.get(lane);
    const made = before ? Promise.allSettled([before]).then(run) : run();
    lanes.set(lane, made);
    return made;
  });
}

function runCall(
  ports: TurnPorts,
  turn: RoutedTurn,
  call: ModelToolCall,
  step: CallStep,
): Promise<RecordedToolCall> {
  const run = call.name === RUN_PROGRAM ? runProgram : callTool;
  return run(ports, turn, call, step);
}

/** What was called and found, within programs too. `tool_search` itself is no recent tool: it stands beside them in every set. */
function toolsOf(made: readonly RecordedToolCall[]) {
  return {
    toolsSelected: made.flatMap(({ tool, called }) => called ?? [tool]),
    foundBySearch: [...new Set(made.flatMap(({ found }) => found ?? []))],
    toolsTouched: made.flatMap(({ tool, called, found = [] }) => [
      ...(called ?? [tool]).filter((name) => name !== TOOL_SEARCH),
      ...found.toReversed(),
    ]),
  };
}

function canSee(ports: TurnPorts, { route, row }: RoutedTurn): boolean {
  return ports.modelRegistry.find(route.model, row.orgId)?.capabilities.vision ?? false;
}

/**
 * One that fails does not leave the others behind: what they have done is recorded before the turn ends, or is parked
 * because one of them waits for a person.
 */
async function allDone<Result>(calls: Promise<Result>[], turn: RoutedTurn): Promise<Result[]> {
  const settled = await Promise.allSettled(calls);
  const failed = settled.filter((call) => call.status === 'rejected').map(({ reason }) => reason as Error);
  const defect = failed.find((error) => waitsFor(error).length === 0);
  if (failed.length > 0 && !defect)
    throw new TurnParkedError(failed.flatMap(waitsFor), {
      language: turn.language,
      agent: turn.agent.agent.name,
    });
  return settled.map((call) => {
    if (call.status === 'rejected') throw defect ?? (call.reason as Error);
    return call.value;
  });
}

/** What people are to agree to before the call can be made, or the program goes on; nothing for an error of another kind. */
function waitsFor(error: Error): readonly ApprovalRequest[] {
  if (error instanceof ApprovalNeededError) return [error.request];
  return error instanceof ProgramNeedsApprovalError ? error.requests : [];
}
