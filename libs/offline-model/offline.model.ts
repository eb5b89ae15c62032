import {
  type GenerateRequest,
  type GenerateResult,
  type LanguageModel,
  type ModelMessage,
  type ModelTool,
  type ModelToolCall,
  type TurnFacts,
  ModelError,
  countRequestTokens,
  countTextTokens,
} from '#models';
import { readConversation, type Exchange } from './conversation.ts';
import { FOREIGN_NOTE, isForeign } from './foreign.ts';
import { RUN_PROGRAM } from '#tools';
import { type RoutineReply } from '#pack-kit';
import { noHints, type OfflineHints } from './hints.ts';
import { lastMessage, type ReadMessage } from './message.ts';
import { programsOf, withPrograms, type Programs } from './programs.ts';
import { NOTE_MARK, phrasesIn } from './phrases.ts';
import { decide, type Decision, type Outcome } from './plan.ts';
import { routineStep } from './routines.ts';
import { withSameDigits } from './same-digits.ts';
import { spoken } from './spoken.ts';
import { withoutToldBefore } from './told-once.ts';
import { withUnread } from './unread.ts';
import { wordCalls, wordOutcomes } from './words.ts';

/** Rounds of calls after which it answers from what it has: a turn has five rounds (MODEL_ROUNDS), the last for the answer. */
const MAX_CALL_ROUNDS = 4;
/** Size of the pieces in which text is streamed. */
const PIECE_CHARACTERS = 80;

/**
 * The model that is there when no provider has a key: rules instead of a network. It chooses tools by their words,
 * fills arguments from the message, follows chains, and words results by template, in English and Arabic. The same
 * conversation always gets the same answer.
 */
export class OfflineModel implements LanguageModel {
  readonly provider = 'offline';

  /** @param told whether the first reply of a conversation says that no real model made it. */
  constructor(
    private readonly hints: OfflineHints = noHints,
    private readonly told = true,
  ) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    request.signal.throwIfAborted();
    if (request.responseSchema) {
      throw new ModelError(
        'NOT_CONFIGURED',
        `The offline model cannot write JSON freely (${request.responseSchema.name}): set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY, or give the task rules.`,
      );
    }
    const conversation = readConversation(request.messages);
    const templates = this.hintsFor(request.facts).programs?.(request.facts.pack) ?? [];
    const programs = programsOf(templates, request.tools, conversation.at(-1));
    const exchanges = withPrograms(conversation, templates);
    const { text, toolCalls } = this.answer(request, exchanges, programs);
    await stream(text, request);
    const promptTokens = await countRequestTokens(request);
    const completionTokens = await countTextTokens(
      text + toolCalls.map((call) => call.name + JSON.stringify(call.arguments)).join(''),
    );
    return {
      text,
      toolCalls,
      usage: { promptTokens, cachedTokens: 0, completionTokens },
      finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    };
  }

  /** What a routine of the pack does; without one the tool that fits the message, by its words. */
  private answer(
    request: GenerateRequest,
    exchanges: Exchange[],
    programs: Programs,
  ): Pick<GenerateResult, 'text' | 'toolCalls'> {
    const hints = this.hintsFor(request.facts);
    const tools = callableTools(request);
    const step = routineStep(request, exchanges, hints, { tools });
    if (step && 'reply' in step) return this.said(step, request, exchanges);
    if (step) return { text: '', toolCalls: callsOf(step.calls, request.messages) };
    const decision = this.next(request, exchanges, programs);
    const nothingFits =
      decision.kind === 'reply' && decision.outcomes.every(({ kind }) => kind === 'no tool');
    const heldBack = heldBackIn(decision);
    const fallback =
      nothingFits || heldBack
        ? routineStep(request, exchanges, hints, { tools, nothingFits, heldBack })
        : undefined;
    if (fallback && 'reply' in fallback) return this.said(fallback, request, exchanges);
    if (fallback) return { text: '', toolCalls: callsOf(fallback.calls, request.messages) };
    if (decision.kind === 'reply')
      return {
        text: this.withNote(
          withUnread(
            this.word(decision, request, exchanges),
            attachedTo(request),
            messageOf(exchanges).language,
          ),
          exchanges,
        ),
        toolCalls: [],
      };
    const { name: tool, arguments: given } = decision;
    return { text: '', toolCalls: callsOf([{ tool, arguments: given }], request.messages) };
  }

  /** What a routine says. */
  private said(
    { reply, readsAttached = false }: RoutineReply,
    request: GenerateRequest,
    exchanges: Exchange[],
  ): Pick<GenerateResult, 'text' | 'toolCalls'> {
    const { channel, language } = request.facts;
    const told = this.asTold(reply, request, exchanges);
    const text = channel === 'voice' ? spoken(told, language) : told;
    return {
      text: this.withNote(
        readsAttached ? text : withUnread(text, attachedTo(request), messageOf(exchanges).language),
        exchanges,
      ),
      toolCalls: [],
    };
  }

  /** What fits with the replies before and with the message: nothing is told twice that holds as before, and digits are of one kind. */
  private asTold(reply: string, { facts }: GenerateRequest, exchanges: readonly Exchange[]): string {
    const hints = this.hintsFor(facts);
    const tools = exchanges.at(-1)?.calls.flatMap(({ call, template }) => [call.name, template?.tool ?? []]);
    const once = tools?.flat().flatMap((name) => hints.tool(name)?.hints?.toldOnce ?? []) ?? [];
    const earlier = exchanges.slice(0, -1).map(({ reply: said }) => said);
    return withSameDigits(withoutToldBefore(reply, earlier, once), messageOf(exchanges));
  }

  /** The first reply of a conversation says what it was made by. */
  private withNote(text: string, exchanges: readonly Exchange[]): string {
    const isFirst = !exchanges.slice(0, -1).some(({ reply }) => reply !== '');
    if (!this.told || !isFirst || text.includes(NOTE_MARK)) return text;
    return `${text}\n\n${phrasesIn(messageOf(exchanges).language).note}`;
  }

  private hintsFor({ orgId }: TurnFacts): OfflineHints {
    return this.hints.forOrg?.(orgId) ?? this.hints;
  }

  private next(request: GenerateRequest, exchanges: Exchange[], programs: Programs): Decision {
    const { facts } = request;
    const tools = callableTools(request);
    const current = exchanges.at(-1);
    const answered = (current?.calls.length ?? 0) > 0;
    // The turn's last call comes without tools: answer from what there is.
    if (answered && (tools.length === 0 || (current?.calls.length ?? 0) >= MAX_CALL_ROUNDS)) {
      const message = messageOf(exchanges);
      return { kind: 'reply', outcomes: [{ kind: 'done', calls: current?.calls ?? [], message }] };
    }
    return decide({ exchanges, tools, hints: this.hintsFor(facts), facts, programs });
  }

  private word(
    { outcomes }: Extract<Decision, { kind: 'reply' }>,
    request: GenerateRequest,
    exchanges: Exchange[],
  ): string {
    const { facts } = request;
    const tools = callableTools(request);
    const message = messageOf(exchanges);
    const hints = this.hintsFor(facts);
    const earlier = exchanges.slice(0, -1).map(({ reply }) => reply);
    const said = this.asTold(
      wordOutcomes(outcomes, { exchanges, tools, hints, facts }) ||
        wordCalls(exchanges.at(-1)?.calls ?? [], hints, message, facts.userId === null),
      request,
      exchanges,
    );
    return isForeign(message) && !earlier.some((reply) => reply.includes(FOREIGN_NOTE))
      ? withForeignNote(said, outcomes)
      : said;
  }
}

/** The tool whose deed is asked about or supposed, where there is nothing else to be answered. */
function heldBackIn(decision: Decision): string | undefined {
  if (decision.kind !== 'reply' || decision.outcomes.length !== 1) return undefined;
  const [only] = decision.outcomes;
  const isAbout = only?.kind === 'held' && (only.manner === 'question' || only.manner === 'condition');
  return isAbout ? only.spec?.name : undefined;
}

const attachedTo = ({ facts }: GenerateRequest) => facts.attached ?? [];

/**
 * A function of programs is called by itself where no template stands for it: the turn makes the call all the same. So it
 * does of a tool whose server is away, and what becomes of that is told as any failure is. Without tools there is no call.
 */
function callableTools({ tools, functions = [], facts, messages }: GenerateRequest): ModelTool[] {
  const offered = [...tools.filter(({ name }) => name !== RUN_PROGRAM), ...functions];
  const isForReply = tools.length === 0 && messages.at(-1)?.role === 'tool';
  return isForReply ? offered : [...offered, ...(facts.away ?? [])];
}

/** What was found or done is told all the same; that nothing fits is no news then. */
function withForeignNote(said: string, outcomes: readonly Outcome[]): string {
  const isTold = outcomes.some(({ kind }) => kind !== 'no tool');
  return isTold ? `${FOREIGN_NOTE}\n\n${said}` : FOREIGN_NOTE;
}

function messageOf(exchanges: readonly Exchange[]): ReadMessage {
  return lastMessage(exchanges);
}

/** Ids are unique in what the request shows of the conversation, and the same when the call is made again. */
function callsOf(
  calls: readonly { tool: string; arguments: Record<string, unknown> }[],
  messages: readonly ModelMessage[],
): ModelToolCall[] {
  const used = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
  );
  return calls.map(({ tool, arguments: input }) => {
    let number = used.length + 1;
    while (used.includes(`offline_${number}`)) number += 1;
    const id = `offline_${number}`;
    used.push(id);
    return { id, name: tool, arguments: input };
  });
}

async function stream(text: string, { onText, signal }: GenerateRequest): Promise<void> {
  if (!onText) return;
  for (const piece of text.match(
    new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}(?=\\s|$)|[\\s\\S]{1,${PIECE_CHARACTERS}}`, 'g'),
  ) ?? []) {
    signal.throwIfAborted();
    onText(piece);
    // Lets the piece go out before the next one is made.
    await new Promise(setImmediate);
  }
}
