import type {
  GenerateRequest,
  GenerateResult,
  LanguageModel,
  ModelMessage,
  ModelToolCall,
  TurnFacts,
} from '../language-model.ts';
import { ModelError } from '../model.errors.ts';
import { countRequestTokens, countTextTokens } from '../tokens.ts';
import { readConversation, type Exchange } from './conversation.ts';
import { FOREIGN_NOTE, isForeign } from './foreign.ts';
import { noHints, type OfflineHints } from './hints.ts';
import { readMessage, type ReadMessage } from './message.ts';
import { NOTE_MARK, phrasesIn } from './phrases.ts';
import { decide, type Decision, type Outcome } from './plan.ts';
import { wordCalls, wordOutcomes } from './words.ts';

/** Rounds of calls after which it answers from what it has (`platform-tools` 8.3, rule 5). */
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

  constructor(private readonly hints: OfflineHints = noHints) {}

  async generate(request: GenerateRequest): Promise<GenerateResult> {
    request.signal.throwIfAborted();
    if (request.responseSchema) {
      throw new ModelError(
        'NOT_CONFIGURED',
        `The offline model writes no free JSON (${request.responseSchema.name}): set OPENAI_API_KEY, or give the task rules.`,
      );
    }
    const exchanges = readConversation(request.messages);
    const decision = this.next(request, exchanges);
    const call = decision.kind === 'call' ? callOf(decision, request.messages) : undefined;
    const text = decision.kind === 'reply' ? this.word(decision, request, exchanges) : '';
    await stream(text, request);
    const promptTokens = await countRequestTokens(request);
    const completionTokens = await countTextTokens(call ? call.name + JSON.stringify(call.arguments) : text);
    return {
      text,
      toolCalls: call ? [call] : [],
      usage: { promptTokens, cachedTokens: 0, completionTokens },
      finishReason: call ? 'tool_calls' : 'stop',
    };
  }

  private hintsFor({ orgId }: TurnFacts): OfflineHints {
    return this.hints.forOrg?.(orgId) ?? this.hints;
  }

  private next({ tools, facts }: GenerateRequest, exchanges: Exchange[]): Decision {
    const current = exchanges.at(-1);
    const answered = (current?.calls.length ?? 0) > 0;
    // The turn's last call comes without tools: answer from what there is.
    if (answered && (tools.length === 0 || (current?.calls.length ?? 0) >= MAX_CALL_ROUNDS)) {
      const message = messageOf(exchanges);
      return { kind: 'reply', outcomes: [{ kind: 'done', calls: current?.calls ?? [], message }] };
    }
    return decide({ exchanges, tools, hints: this.hintsFor(facts), facts });
  }

  private word(
    { outcomes }: Extract<Decision, { kind: 'reply' }>,
    { tools, facts }: GenerateRequest,
    exchanges: Exchange[],
  ): string {
    const message = messageOf(exchanges);
    const hints = this.hintsFor(facts);
    const earlier = exchanges.slice(0, -1).map(({ reply }) => reply);
    const said =
      wordOutcomes(outcomes, { exchanges, tools, hints, facts }) ||
      wordCalls(exchanges.at(-1)?.calls ?? [], hints, message);
    const text =
      isForeign(message) && !earlier.some((reply) => reply.includes(FOREIGN_NOTE))
        ? withForeignNote(said, outcomes)
        : said;
    const isFirst = !earlier.some((reply) => reply !== '');
    return isFirst && !text.includes(NOTE_MARK) ? `${text}\n\n${phrasesIn(message.language).note}` : text;
  }
}

/** What was found or done is told all the same; that nothing fits is no news then. */
function withForeignNote(said: string, outcomes: readonly Outcome[]): string {
  const isTold = outcomes.some(({ kind }) => kind !== 'no tool');
  return isTold ? `${FOREIGN_NOTE}\n\n${said}` : FOREIGN_NOTE;
}

function messageOf(exchanges: readonly Exchange[]): ReadMessage {
  return readMessage(exchanges.at(-1)?.text ?? '');
}

/** Ids are unique in what the request shows of the conversation, and the same when the call is made again. */
function callOf(
  { name, arguments: input }: Extract<Decision, { kind: 'call' }>,
  messages: readonly ModelMessage[],
): ModelToolCall {
  const used = messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map(({ id }) => id) : [],
  );
  let number = used.length + 1;
  while (used.includes(`offline_${number}`)) number += 1;
  return { id: `offline_${number}`, name, arguments: input };
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
