import type { GenerateRequest, ModelMessage, ModelTool } from './language-model.ts';

type Tokenizer = (text: string) => number;

/** Tokens around each message and before the answer (OpenAI cookbook, "How to count tokens with tiktoken"). */
const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;
/** A picture in high detail, scaled as OpenAI does it: 85 and 170 for each of up to 8 tiles (guide "Images and vision"). */
const TOKENS_PER_PICTURE = 85 + 8 * 170;

/** A run of thousands of letters or spaces costs the encoder quadratic time; counted in pieces it is off by a token each. */
const PIECE_CHARACTERS = 256;
const LONG_RUN = new RegExp(`\\S{${PIECE_CHARACTERS}}|\\s{${PIECE_CHARACTERS}}`);
const PIECES = new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}`, 'g');

/**
 * Where a paragraph begins. No token reaches over it (a run of line breaks ends a piece of the encoding's pattern), so the
 * counts of paragraphs add up to that of the text, and of a prompt only the paragraphs that have changed are counted anew.
 */
const PARAGRAPHS = /(?<=\n\n)(?=\S)/;

let loading: Promise<Tokenizer> | undefined;
/** Paragraphs whose counts are remembered, in characters: those of every prompt, and some hundred messages and results. */
const MAX_PARAGRAPH_CHARACTERS = 2_000_000;
/** Whole prompts, which only the rounds of one turn have in common: those of some dozen turns. */
const MAX_PROMPT_CHARACTERS = 500_000;
/** By the schema, which is the same object in every turn, so that it need not be written out to be known again. */
const toolCounts = new WeakMap<object, { name: string; description: string; tokens: number }>();

/**
 * Loads the tables of `o200k_base` (2.4 MB, about 150 ms), so that no turn has to wait for them. Calling it is never
 * needed: the first count loads them too, and a process that seldom counts leaves it at that.
 */
export async function loadTokenizer(): Promise<void> {
  await tokenizer();
}

function tokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // Text that looks like a control token is text here.
    const options = { disallowedSpecial: new Set<string>() };
    const count = remembering((text) => {
      if (!LONG_RUN.test(text)) return countTokens(text, options);
      return (text.match(PIECES) ?? []).reduce((sum, piece) => sum + countTokens(piece, options), 0);
    }, MAX_PARAGRAPH_CHARACTERS);
    // The prompt of a turn is counted with each of its rounds, and then is known as a whole.
    return remembering(
      (text) => text.split(PARAGRAPHS).reduce((sum, paragraph) => sum + count(paragraph), 0),
      MAX_PROMPT_CHARACTERS,
    );
  });
  return loading;
}

/** A conversation is counted anew with each of its turns, and most of it was counted before. */
function remembering(count: Tokenizer, maxCharacters: number): Tokenizer {
  const known = new Map<string, number>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const tokens = count(text);
    characters += text.length;
    if (characters > maxCharacters) {
      known.clear();
      characters = text.length;
    }
    known.set(copyOf(text), tokens);
    return tokens;
  };
}

/** A paragraph that is cut from a prompt would keep all of the prompt in memory. Half a surrogate pair is not kept by this. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** Tokens of a text in `o200k_base`, the encoding of current OpenAI models; other providers differ by some per cent. */
export async function countTextTokens(text: string): Promise<number> {
  return (await tokenizer())(text);
}

/** Tokens of a conversation, tool calls and results included. */
export async function countMessageTokens(messages: ModelMessage[]): Promise<number> {
  const count = await tokenizer();
  return messages.reduce(
    (sum, message) =>
      sum +
      TOKENS_PER_MESSAGE +
      count(message.text) +
      countCalls(message, count) +
      countParts(message, count),
    0,
  );
}

function countParts(message: ModelMessage, count: Tokenizer): number {
  if (message.role !== 'user') return 0;
  return (message.parts ?? []).reduce(
    (sum, part) => sum + (part.type === 'text' ? count(part.text) : TOKENS_PER_PICTURE),
    0,
  );
}

function countCalls(message: ModelMessage, count: Tokenizer): number {
  if (message.role !== 'assistant') return 0;
  return message.toolCalls.reduce(
    (sum, call) => sum + count(`${call.name} ${call.malformed ?? JSON.stringify(call.arguments)}`),
    0,
  );
}

/** Tokens of a tool's definition as JSON. */
export async function countToolTokens({ name, description, parameters }: ModelTool): Promise<number> {
  const known = toolCounts.get(parameters);
  if (known && known.name === name && known.description === description) return known.tokens;
  const tokens = await countTextTokens(JSON.stringify([name, description, parameters]));
  toolCounts.set(parameters, { name, description, tokens });
  return tokens;
}

/** Input tokens of a call: system prompt, conversation, tool definitions, and the schema of the answer. */
export async function countRequestTokens(
  request: Pick<GenerateRequest, 'system' | 'messages' | 'tools' | 'responseSchema'>,
): Promise<number> {
  const { responseSchema } = request;
  const schema = responseSchema ? JSON.stringify(responseSchema) : '';
  const system = await countTextTokens(request.system + schema);
  const tools = await Promise.all(request.tools.map(countToolTokens));
  const conversation = await countMessageTokens(request.messages);
  return tools.reduce(
    (sum, tokens) => sum + tokens,
    system + TOKENS_PER_MESSAGE + conversation + TOKENS_BEFORE_ANSWER,
  );
}
