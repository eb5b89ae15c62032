import { partsOf, type GenerateRequest, type ModelMessage, type ModelTool } from './language-model.ts';

type Tokenizer = (text: string) => number;

/** Tokens around each message and before the answer (OpenAI cookbook, "How to count tokens with tiktoken"). */
const TOKENS_PER_MESSAGE = 3;
const TOKENS_BEFORE_ANSWER = 3;
/**
 * Tokens of a picture in high detail, as OpenAI counts it: 85, and 170 for each of up to 8 tiles (guide "Images and
 * vision").
 */
const TOKENS_PER_PICTURE = 85 + 8 * 170;

/**
 * Maximum length of a piece. The encoder needs quadratic time for long runs of letters or spaces; counting them in
 * pieces is off by about one token per piece.
 */
const PIECE_CHARACTERS = 256;
const LONG_RUN = new RegExp(`\\S{${PIECE_CHARACTERS}}|\\s{${PIECE_CHARACTERS}}`);
const PIECES = new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}`, 'g');

/**
 * Matches the beginning of a paragraph. No token crosses it (a run of line breaks ends a piece of the encoding's
 * pattern), so the counts of the paragraphs add up to that of the text. Only changed paragraphs of a prompt are
 * counted again.
 */
const PARAGRAPHS = /(?<=\n\n)(?=\S)/;

let loading: Promise<Tokenizer> | undefined;
/** Size of the paragraph cache in characters: enough for every prompt and some hundred messages and results. */
const MAX_PARAGRAPH_CHARACTERS = 2_000_000;
/** Size of the prompt cache in characters: enough for some dozen turns. Only the rounds of one turn share a prompt. */
const MAX_PROMPT_CHARACTERS = 500_000;
/** Token counts by message, because each step and each round of a turn counts the same messages. */
const messageCounts = new WeakMap<ModelMessage, number>();
/** Token counts by schema object, which is the same in every turn, so that a lookup does not serialize the schema. */
const toolCounts = new WeakMap<object, { name: string; description: string; tokens: number }>();

/**
 * Preloads the tables of `o200k_base` (2.4 MB, about 150 ms), so that no turn waits for them. Optional: the first
 * count loads them too.
 */
export async function loadTokenizer(): Promise<void> {
  await tokenizer();
}

function tokenizer(): Promise<Tokenizer> {
  loading ??= import('gpt-tokenizer/encoding/o200k_base').then(({ countTokens }) => {
    // Control tokens in the text are counted as plain text.
    const options = { disallowedSpecial: new Set<string>() };
    const count = cached((text) => {
      if (text.length < PIECE_CHARACTERS || !LONG_RUN.test(text)) return countTokens(text, options);
      return (text.match(PIECES) ?? []).reduce((sum, piece) => sum + countTokens(piece, options), 0);
    }, MAX_PARAGRAPH_CHARACTERS);
    // Each round of a turn counts the same prompt, so whole prompts are cached too.
    return cached(
      (text) => text.split(PARAGRAPHS).reduce((sum, paragraph) => sum + count(paragraph), 0),
      MAX_PROMPT_CHARACTERS,
    );
  });
  return loading;
}

/** Caches counts: each turn counts its whole conversation, most of which was counted before. */
function cached(count: Tokenizer, maxCharacters: number): Tokenizer {
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

/**
 * Copies a text, since a paragraph sliced from a prompt would keep the whole prompt in memory. Unpaired surrogates
 * are replaced.
 */
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
  return messages.reduce((sum, message) => sum + TOKENS_PER_MESSAGE + countMessage(message, count), 0);
}

function countMessage(message: ModelMessage, count: Tokenizer): number {
  const known = messageCounts.get(message);
  if (known !== undefined) return known;
  const tokens = count(message.text) + countCalls(message, count) + countParts(message, count);
  messageCounts.set(message, tokens);
  return tokens;
}

function countParts(message: ModelMessage, count: Tokenizer): number {
  return partsOf(message).reduce(
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

/** Tokens of each tool's definition as JSON. */
export async function countToolTokens(tools: readonly ModelTool[]): Promise<number[]> {
  const count = await tokenizer();
  return tools.map(({ name, description, parameters }) => {
    const known = toolCounts.get(parameters);
    if (known && known.name === name && known.description === description) return known.tokens;
    const tokens = count(JSON.stringify([name, description, parameters]));
    toolCounts.set(parameters, { name, description, tokens });
    return tokens;
  });
}

/** Input tokens of a call: system prompt, conversation, tool definitions, and the schema of the answer. */
export async function countRequestTokens(
  request: Pick<GenerateRequest, 'system' | 'messages' | 'tools' | 'responseSchema'>,
): Promise<number> {
  const { responseSchema } = request;
  const schema = responseSchema ? JSON.stringify(responseSchema) : '';
  const system = await countTextTokens(request.system + schema);
  const tools = await countToolTokens(request.tools);
  const conversation = await countMessageTokens(request.messages);
  return tools.reduce(
    (sum, tokens) => sum + tokens,
    system + TOKENS_PER_MESSAGE + conversation + TOKENS_BEFORE_ANSWER,
  );
}
