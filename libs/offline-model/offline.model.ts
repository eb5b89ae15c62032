import {
  ModelError,
  countRequestTokens,
  countTextTokens,
  type GenerateRequest,
  type GenerateResult,
  type LanguageModel,
  type ModelMessage,
  type ModelTool,
  type ModelToolCall,
} from '#models';
import { RUN_PROGRAM } from '#tools';
import { readConversation, type Exchange } from './conversation/conversation.ts';
import { lastMessage } from './conversation/message.ts';
import { noHints, type OfflineHints } from './hints.ts';
import { decide, type Decision } from './plan.ts';
import { programsOf, withPrograms } from './programs.ts';
import { NOTE_MARK, phrasesIn } from './reply/phrases.ts';
import { wordOutcomes } from './reply/words.ts';
import { routineStep } from './routines.ts';
import type { Situation } from './situation.ts';

/** Rounds of calls after which it answers from what it has: a turn has five rounds (MODEL_ROUNDS), the last for the answer. */
const MAX_CALL_ROUNDS = 4;
/** Size of the pieces in which text is streamed. */
const PIECE_CHARACTERS = 80;

/**
 * The stand-in for a model where no provider has a key: rules in place of a network. It chooses tools by their words,
 * fills arguments from the message, follows chains, and words results by template, in English and Arabic. A message that
 * it cannot read whole gets an honest sentence and no call. The same conversation always gets the same answer.
 */
export class OfflineModel implements LanguageModel {
  readonly provider = 'offline';

  /** @param note whether the first reply of a conversation says that no real model made it. */
  constructor(
    private readonly hints: OfflineHints = noHints,
    private readonly note = true,
  ) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    request.signal.throwIfAborted();
    if (request.responseSchema) {
      throw new ModelError(
        'NOT_CONFIGURED',
        `The offline model cannot write JSON freely (${request.responseSchema.name}): set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY, or give the task rules.`,
      );
    }
    const { text, toolCalls } = this.answer(request);
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

  /** The step of a routine of the pack, else the tool that fits the message. */
  private answer(request: GenerateRequest): Pick<GenerateResult, 'text' | 'toolCalls'> {
    const situation = this.situationOf(request);
    const step = routineStep(situation);
    if (step && 'calls' in step) return { text: '', toolCalls: callsOf(step.calls, request.messages) };
    if (step) return { text: this.finished(step.reply, request, situation.exchanges), toolCalls: [] };
    const decision = next(situation);
    if (decision.kind === 'call') {
      const { name: tool, arguments: given } = decision;
      return { text: '', toolCalls: callsOf([{ tool, arguments: given }], request.messages) };
    }
    const text = wordOutcomes(decision.outcomes, situation);
    return { text: this.finished(text, request, situation.exchanges), toolCalls: [] };
  }

  private situationOf(request: GenerateRequest): Situation {
    const { facts } = request;
    const hints = this.hints.forOrg?.(facts.orgId) ?? this.hints;
    const conversation = readConversation(request.messages);
    const templates = hints.programs?.(facts.pack) ?? [];
    return {
      exchanges: withPrograms(conversation, templates),
      tools: callableTools(request),
      hints,
      facts,
      programs: programsOf(templates, request.tools, conversation.at(-1)),
    };
  }

  /** The reply with a word on attachments, which nothing here reads, and in the first reply on what made it. */
  private finished(text: string, { messages }: GenerateRequest, exchanges: readonly Exchange[]): string {
    const phrases = phrasesIn(lastMessage(exchanges).language);
    const asked = messages.findLast((message) => message.role === 'user');
    const hasAttachments = asked?.role === 'user' && (asked.parts?.length ?? 0) > 0;
    const isFirst = !exchanges.slice(0, -1).some(({ reply }) => reply !== '');
    return [
      text,
      ...(hasAttachments ? [phrases.attachmentsUnread] : []),
      ...(this.note && isFirst && !text.includes(NOTE_MARK) ? [phrases.note] : []),
    ].join('\n\n');
  }
}

function next(situation: Situation): Decision {
  const current = situation.exchanges.at(-1);
  const calls = current?.calls ?? [];
  // The turn's last call comes without tools: answer from what there is.
  if (calls.length > 0 && (situation.tools.length === 0 || calls.length >= MAX_CALL_ROUNDS))
    return { kind: 'reply', outcomes: [{ kind: 'done', calls, message: lastMessage(situation.exchanges) }] };
  return decide(situation);
}

/** A function of programs is called by itself where no template stands for it: the turn makes the call all the same. */
function callableTools({ tools, functions = [] }: GenerateRequest): ModelTool[] {
  return [...tools.filter(({ name }) => name !== RUN_PROGRAM), ...functions];
}

/** Ids are unique in what the request shows of the conversation, and the same when the call is made again. */
function callsOf(
  calls: readonly { tool: string; arguments: Record<string, unknown> }[],
  messages: readonly ModelMessage[],
): ModelToolCall[] {
  const used = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
    ),
  );
  return calls.map(({ tool, arguments: input }) => {
    let number = used.size + 1;
    while (used.has(`offline_${number}`)) number += 1;
    const id = `offline_${number}`;
    used.add(id);
    return { id, name: tool, arguments: input };
  });
}

async function stream(text: string, { onText, signal }: GenerateRequest): Promise<void> {
  if (!onText) return;
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    signal.throwIfAborted();
    onText(text.slice(at, at + PIECE_CHARACTERS));
    // Lets the piece go out before the next one is made.
    await new Promise(setImmediate);
  }
}
