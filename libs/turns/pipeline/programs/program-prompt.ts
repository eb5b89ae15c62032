import { countTextTokens } from '#models';
import { CALLS_IN_FLIGHT, type ProgramLimits } from '#sandbox';
import { programList, programSignature, TOOL_SEARCH, type RegisteredTool, type ToolAudience } from '#tools';

/** This many functions without a signature are named even if no tokens are left. */
const NAMED_ANYWAY = 20;

export interface PromptRequest {
  /** Functions that get a signature while tokens remain, the most likely first. */
  signable: readonly RegisteredTool[];
  callable: ReadonlyMap<string, RegisteredTool>;
  to: ToolAudience;
  limits: ProgramLimits;
  /** Tokens of all signatures and of the names of the other functions together. */
  maxTokens: number;
  timezone: string;
  /** True if the turn has `tool_search`. */
  hasSearch: boolean;
}

/**
 * The part of the prompt about programs: functions with their signatures while tokens remain, then comments in them, both
 * for the most likely first, then the names of others. Comments come second, because a tool without a signature costs a
 * whole schema.
 */
export async function programPrompt(
  request: PromptRequest,
): Promise<{ prompt: string; signed: ReadonlySet<string> }> {
  const signatures = new Map<string, string>();
  let left = request.maxTokens;
  for (const comments of [false, true]) {
    for (const registered of request.signable) {
      const brief = signatures.get(registered.tool.name);
      if (comments && brief === undefined) continue;
      const text = programSignature(registered, request.to, comments);
      const tokens = (await countTextTokens(text)) - (await countTextTokens(brief ?? ''));
      if (tokens > left) continue;
      left -= tokens;
      signatures.set(registered.tool.name, text);
    }
  }
  const unsigned = unsignedOf(request, signatures);
  const named = await namesWithin(unsigned, left);
  const rest = { named, more: unsigned.length - named.length };
  return { prompt: textOf(request, signatures, rest), signed: new Set(signatures.keys()) };
}

/** Names, the most likely first. */
function unsignedOf(
  { signable, callable }: PromptRequest,
  signatures: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...signable.map(({ tool }) => tool.name), ...callable.keys()]);
  // tool_search stays a tool.
  return [...names].filter((name) => name !== TOOL_SEARCH && !signatures.has(name));
}

async function namesWithin(names: readonly string[], maxTokens: number): Promise<string[]> {
  const named: string[] = [];
  // Includes the words around the names.
  let tokens = await countTextTokens(namesText({ named, more: names.length }, true));
  for (const name of names) {
    const more = await countTextTokens(`, ${name}`);
    if (named.length >= NAMED_ANYWAY && tokens + more > maxTokens) break;
    tokens += more;
    named.push(name);
  }
  return named;
}

function namesText({ named, more }: { named: readonly string[]; more: number }, hasSearch: boolean): string {
  const rest = more > 0 ? ` and ${more} more${hasSearch ? `, which ${TOOL_SEARCH} finds` : ''}` : '';
  return `Programs can also call: ${named.join(', ')}${rest}.`;
}

function textOf(
  { limits: { toolCalls, wallMs }, timezone, hasSearch, signable }: PromptRequest,
  signatures: ReadonlyMap<string, string>,
  rest: { named: readonly string[]; more: number },
): string {
  // Providers cache a prompt up to its first difference, so the order does not depend on the message.
  const signed = signable
    .filter(({ tool }) => signatures.has(tool.name))
    .toSorted((one, other) => (one.tool.name < other.tool.name ? -1 : 1));
  const blocks = [
    '## Programs',
    'Look things up with one run_program: JavaScript (top-level await) that makes all calls, filters, sorts and returns a few fields. You see only that JSON. Not for other tools or text.',
    `Limits: ${toolCalls} calls, ${CALLS_IN_FLIGHT} at once, ${wallMs / 1_000} s; no imports, network, timers or Intl, but format.number/date/compare, sleep, console.log. A failed call throws (errorClass).`,
    `Compare times as text: "2026-11-30T09:00 ${timezone}".`,
  ];
  if (signatures.size > 0)
    blocks.push(
      `Async functions:\n\`\`\`ts\n${signed.map(({ tool }) => signatures.get(tool.name)).join('\n')}\n\`\`\``,
    );
  const example = exampleOf(signed);
  if (example) blocks.push(`Example: \`${example}\``);
  if (rest.named.length > 0) blocks.push(namesText({ ...rest, named: rest.named.toSorted() }, hasSearch));
  return blocks.join('\n');
}

/** A program that shortens the list of the first function that returns one. */
function exampleOf(signed: readonly RegisteredTool[]): string | undefined {
  for (const { tool } of signed) {
    const { path, fields } = programList(tool) ?? {};
    if (!fields) continue;
    const names = fields.slice(0, 2).join(', ');
    const list = `(await ${tool.name}({…}))${path === undefined ? '' : `.${path}`}`;
    return `return ${list}.slice(0, 5).map(({ ${names} }) => ({ ${names} }));`;
  }
  return undefined;
}
