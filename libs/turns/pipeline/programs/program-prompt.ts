import { countTextTokens } from '#models';
import { CALLS_IN_FLIGHT, type ProgramLimits } from '#sandbox';
import { programSignature, TOOL_SEARCH, type RegisteredTool, type ToolAudience } from '#tools';

/** This many functions without a signature are named even if no tokens are left. */
const NAMED_ANYWAY = 20;

export interface PromptRequest {
  /** Functions that get a signature while tokens remain, the most likely first. */
  signable: readonly RegisteredTool[];
  /** All functions, by name. */
  callable: ReadonlyMap<string, RegisteredTool>;
  to: ToolAudience;
  limits: ProgramLimits;
  /** Tokens of all signatures and of the names of the other functions together. */
  maxTokens: number;
  /** True if the turn has `tool_search`. */
  hasSearch: boolean;
}

/**
 * The part of the prompt about programs: functions with their signatures while tokens remain, then the names of others,
 * then comments with the remaining tokens.
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

/** @returns the remaining tokens. */
async function sign(
  { signable, to }: PromptRequest,
  signatures: Map<string, Signature>,
  maxTokens: number,
  comments: boolean,
): Promise<number> {
  let left = maxTokens;
  for (const registered of signable) {
    const { name } = registered.tool;
    const brief = signatures.get(name);
    // A signature that does not fit without comments does not fit with comments.
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

/** Names, the most likely first. */
function unsignedOf(
  { signable, callable }: PromptRequest,
  signatures: ReadonlyMap<string, Signature>,
): string[] {
  const names = new Set([...signable.map(({ tool }) => tool.name), ...callable.keys()]);
  return [...names].filter((name) => !signatures.has(name));
}

async function namesWithin(
  names: readonly string[],
  maxTokens: number,
): Promise<{ named: string[]; tokens: number }> {
  const named: string[] = [];
  // Includes the words around the names.
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
