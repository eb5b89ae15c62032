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

/** Maximum rounds of calls. A turn has five rounds (MODEL_ROUNDS), of which the last is for the reply. */
const MAX_CALL_ROUNDS = 4;
/** Size of the pieces in which text is streamed. */
const PIECE_CHARACTERS = 80;

/**
 * A rule-based model for use without a provider key. It selects tools by their words, fills arguments from the message,
 * follows chains of tools, and renders results by template, in English and Arabic. A message that it cannot read
 * completely gets a reply that says so, and no call. Equal conversations get equal replies.
 */
export class OfflineModel implements LanguageModel {
  readonly provider = 'offline';

  /** @param note true to state in the first reply of a conversation that no real model wrote it. */
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

  /** The next step of a routine of the pack, otherwise of the tool that fits the message. */
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

  /** Adds notes to a reply: that attachments are not read, and in the first reply that no real model wrote it. */
  private finished(text: string, { messages }: GenerateRequest, exchanges: readonly Exchange[]): string {
    const phrases = phrasesIn(lastMessage(exchanges).language);
    const userMessage = messages.findLast((message) => message.role === 'user');
    const hasAttachments = userMessage?.role === 'user' && (userMessage.parts?.length ?? 0) > 0;
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
  // The last round of a turn offers no tools, so the reply uses the existing results.
  if (calls.length > 0 && (situation.tools.length === 0 || calls.length >= MAX_CALL_ROUNDS))
    return { kind: 'reply', outcomes: [{ kind: 'done', calls, message: lastMessage(situation.exchanges) }] };
  return decide(situation);
}

/** Calls a function of programs directly if it has no template. The turn executes such calls too. */
function callableTools({ tools, functions = [] }: GenerateRequest): ModelTool[] {
  return [...tools.filter(({ name }) => name !== RUN_PROGRAM), ...functions];
}

/** Call ids are unique within the request's part of the conversation, and equal if the round is repeated. */
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
    // Yields so that each piece is sent before the next.
    await new Promise(setImmediate);
  }
}
