import { countTextTokens } from '#models';
import { CALLS_IN_FLIGHT, type ProgramLimits } from '#sandbox';
import { programSignature, TOOL_SEARCH, type RegisteredTool, type ToldTo } from '#tools';

/** So many functions without signature are named whatever is left of the tokens. */
const NAMED_ANYWAY = 20;

export interface PromptRequest {
  /** Functions that are told with their signatures as far as these fit, the likeliest first. */
  told: readonly RegisteredTool[];
  /** All of them, by name. */
  callable: ReadonlyMap<string, RegisteredTool>;
  to: ToldTo;
  limits: ProgramLimits;
  /** For all signatures together, and the names of the rest. */
  maxTokens: number;
  /** The turn has `tool_search`. */
  hasSearch: boolean;
}

/**
 * What a model is told of programs: the functions with their signatures, in their order as far as the tokens reach, the
 * names of the others as far as they reach then, and comments with what is left.
 */
export async function programPrompt(
  request: PromptRequest,
): Promise<{ prompt: string; signed: ReadonlySet<string> }> {
  const signatures = new Map<string, Signature>();
  const left = await sign(request, signatures, request.maxTokens, false);
  const unsigned = unsignedOf(request, signatures);
  const { named, tokens } = await namesWithin(unsigned, left);
  await sign(request, signatures, Math.max(0, left - tokens), true);
  const rest = { named, more: unsigned.length - named.length };
  const texts = [...signatures.values()].map(({ text }) => text);
  return { prompt: textOf(request, texts, rest), signed: new Set(signatures.keys()) };
}

interface Signature {
  text: string;
  tokens: number;
}

/** @returns what is left of the tokens. */
async function sign(
  { told, to }: PromptRequest,
  signatures: Map<string, Signature>,
  maxTokens: number,
  comments: boolean,
): Promise<number> {
  let left = maxTokens;
  for (const registered of told) {
    const { name } = registered.tool;
    const brief = signatures.get(name);
    // What does not fit without comments does not fit with them.
    if (comments && !brief) continue;
    const text = programSignature(registered, to, comments);
    const tokens = await countTextTokens(text);
    const more = tokens - (brief?.tokens ?? 0);
    if (more > left) continue;
    left -= more;
    signatures.set(name, { text, tokens });
  }
  return left;
}

/** Names, the likeliest first. */
function unsignedOf({ told, callable }: PromptRequest, signatures: ReadonlyMap<string, Signature>): string[] {
  const names = new Set([...told.map(({ tool }) => tool.name), ...callable.keys()]);
  return [...names].filter((name) => !signatures.has(name));
}

async function namesWithin(
  names: readonly string[],
  maxTokens: number,
): Promise<{ named: string[]; tokens: number }> {
  const named: string[] = [];
  // Of the words around them.
  let tokens = await countTextTokens(namesText({ named, more: names.length }, true));
  for (const name of names) {
    const more = await countTextTokens(`, ${name}`);
    if (named.length >= NAMED_ANYWAY && tokens + more > maxTokens) break;
    tokens += more;
    named.push(name);
  }
  return { named, tokens };
}

function namesText({ named, more }: { named: readonly string[]; more: number }, hasSearch: boolean): string {
  const rest = more > 0 ? ` and ${more} more${hasSearch ? `, which ${TOOL_SEARCH} finds` : ''}` : '';
  return `Programs can also call: ${named.join(', ')}${rest}.`;
}

function textOf(
  { limits: { toolCalls }, hasSearch }: PromptRequest,
  signatures: readonly string[],
  rest: { named: readonly string[]; more: number },
): string {
  const blocks = [
    '## Programs',
    `To look up, combine, filter or sort, call run_program once with JavaScript: top-level await, and return what you need. You see nothing but the JSON that it returns, so return few fields. There are no imports, network, timers or Intl; there are format.number, format.date, format.compare, sleep and console.log. At most ${toolCalls} calls, ${CALLS_IN_FLIGHT} at once. A call that fails throws an error with errorClass.`,
  ];
  if (signatures.length > 0)
    blocks.push(`Functions that only programs can call:\n\`\`\`ts\n${signatures.join('\n')}\n\`\`\``);
  if (rest.named.length > 0) blocks.push(namesText(rest, hasSearch));
  return blocks.join('\n');
}
