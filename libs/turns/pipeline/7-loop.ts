import type { GenerateResult, ModelMessage, ModelToolCall } from '#models';
import { ApprovalNeededError, channelProfile, RUN_PROGRAM, TOOL_SEARCH, type ApprovalRequest } from '#tools';
import { TurnParkedError } from '../turn.errors.ts';
import { CallPlaces } from './tools/call-places.ts';
import { callModel, roundKey, type RecordedModelCall } from './model/call-model.ts';
import { callTool } from './tools/call-tool.ts';
import { policiesOf } from './policy/check-reply.ts';
import { conversationMessages } from './context/conversation-messages.ts';
import { roundMessages, callsIn, withoutProgram } from './programs/fenced-program.ts';
import { schemaTools } from './programs/offer-programs.ts';
import { ProgramNeedsApprovalError, runProgram } from './programs/run-program.ts';
import { toolPictures } from '../callers/pictures-of-turn.ts';
import { addToolWait } from './model/usage.ts';
import type { CallStep, RecordedToolCall } from './recorded-calls.ts';
import type { AnsweredTurn, RoutedTurn, TurnPorts } from './turn-context.ts';

const NO_ANSWER = { en: 'I could not find an answer to that.', ar: 'لم أجد جوابا على ذلك.' };
/** For results that the model does not put into words. */
const NO_WORDS = {
  en: 'I could not find the words for an answer. Could you ask again?',
  ar: 'لم أجد الكلمات المناسبة للجواب. هل يمكنك إعادة السؤال؟',
};
const ANSWER_NOW =
  '[From the platform, not from the person] Your answer was empty. Answer the person now from the results above.';

/** Step 7: calls the model and runs its tool calls or its program, round by round, until the model answers with text. */
export async function loop(ports: TurnPorts, turn: RoutedTurn): Promise<AnsweredTurn> {
  const sees = canSee(ports, turn);
  const messages: ModelMessage[] = conversationMessages(turn, sees);
  const made: RecordedToolCall[] = [];
  const places = new CallPlaces();
  const held = policiesOf(turn).some(({ streams }) => !streams);
  const { modelRounds } = channelProfile(turn.row.channel, turn.settings);
  for (let round = 1; ; round += 1) {
    turn.log.throwIfCancelled();
    const lastRound = isLast(turn, round, modelRounds);
    const result = await callModel(ports, turn, {
      round,
      messages,
      tools: lastRound ? [] : schemaTools(turn),
      functions: lastRound ? [] : (turn.programs?.functions ?? []),
      held,
      final: lastRound,
    });
    const wanted = callsIn(turn, result, round);
    if (wanted.length === 0 || lastRound) {
      // Some models end after the results of their calls.
      const isEmpty =
        result.text.trim() === '' && result.finishReason !== 'refusal' && made.some(({ success }) => success);
      const again = isEmpty ? await askAgain(ports, turn, { round, messages, held }) : result;
      const sentence = isEmpty ? NO_WORDS : NO_ANSWER;
      const reply = withoutProgram(again.text) || (turn.language === 'ar' ? sentence.ar : sentence.en);
      return { ...turn, reply, messages, rounds: round, calls: made, ...toolsOf(made) };
    }
    const calls = await allDone(startAll(ports, turn, { wanted, round, places }), turn);
    addToolWait(turn, calls);
    messages.push(...roundMessages(result, calls, await toolPictures(ports, turn, sees ? calls : [])));
    made.push(...calls);
    turn.tools.offerFound(calls);
  }
}

/** Asks once more, without tools, for the reply that a round left empty. */
function askAgain(
  ports: TurnPorts,
  turn: RoutedTurn,
  ask: { round: number; messages: readonly ModelMessage[]; held: boolean },
): Promise<GenerateResult> {
  return callModel(ports, turn, {
    ...ask,
    key: `${roundKey(ask.round)}:again`,
    messages: [...ask.messages, { role: 'user', text: ANSWER_NOW }],
    tools: [],
    functions: [],
    final: true,
  });
}

/**
 * True if this round must produce the reply. A replay follows the earlier run: a lower limit does not undo a round with
 * tools, and calls in a round without tools are not made.
 */
function isLast(turn: RoutedTurn, round: number, modelRounds: number): boolean {
  const before = turn.log.recorded<RecordedModelCall>(roundKey(round));
  return before ? before.final === true : round > modelRounds;
}

/** Starts all calls at once. Calls of one lane run one after the other, even if an earlier one fails. */
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

/** The tools that were called or found, also by programs. Excludes `tool_search`, because every offer contains it. */
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
 * Waits for all calls, even if one fails, so that their results are recorded before the turn fails or is parked for an
 * approval.
 */
async function allDone<Result>(calls: Promise<Result>[], turn: RoutedTurn): Promise<Result[]> {
  const results = await Promise.allSettled(calls);
  const failed = results.filter((call) => call.status === 'rejected').map(({ reason }) => reason as Error);
  const defect = failed.find((error) => approvalsOf(error).length === 0);
  if (failed.length > 0 && !defect)
    throw new TurnParkedError(failed.flatMap(approvalsOf), {
      language: turn.language,
      agent: turn.agent.agent.name,
    });
  return results.map((call) => {
    if (call.status === 'rejected') throw defect ?? (call.reason as Error);
    return call.value;
  });
}

/** The approvals that the call or the program needs; empty for any other error. */
function approvalsOf(error: Error): readonly ApprovalRequest[] {
  if (error instanceof ApprovalNeededError) return [error.request];
  return error instanceof ProgramNeedsApprovalError ? error.requests : [];
}
