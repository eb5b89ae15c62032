import { countTextTokens } from '#models';
import { CALLS_IN_FLIGHT, type ProgramLimits } from '#sandbox';
import { programSignature, type RegisteredTool, type ToldTo } from '#tools';

/** Names in a list of functions without their signatures. */
const MAX_NAMES = 20;

export interface PromptRequest {
  /** Functions that are told with their signatures as far as these fit, the likeliest first. */
  told: readonly RegisteredTool[];
  /** All of them, by name. */
  callable: ReadonlyMap<string, RegisteredTool>;
  to: ToldTo;
  limits: ProgramLimits;
  /** For all signatures together. */
  maxTokens: number;
}

/**
 * What a model is told of programs: the functions with their signatures, in their order as far as the tokens reach, and
 * with comments as far as they reach then. A function without signature is named.
 */
export async function programPrompt(
  request: PromptRequest,
): Promise<{ prompt: string; signed: ReadonlySet<string> }> {
  const { told, callable, to, maxTokens } = request;
  const signatures = new Map<string, { text: string; tokens: number }>();
  let left = maxTokens;
  for (const comments of [false, true]) {
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
  }
  const named = [...callable.keys()].filter((name) => !signatures.has(name)).slice(0, MAX_NAMES);
  const texts = [...signatures.values()].map(({ text }) => text);
  return { prompt: textOf(request.limits, texts, named), signed: new Set(signatures.keys()) };
}

function textOf(
  { toolCalls }: ProgramLimits,
  signatures: readonly string[],
  named: readonly string[],
): string {
  const blocks = [
    '## Programs',
    `To look up, combine, filter or sort, call run_program once with JavaScript: top-level await, and return what you need. You see nothing but the JSON that it returns, so return few fields. There are no imports, network, timers or Intl; there are format.number, format.date, format.compare, sleep and console.log. At most ${toolCalls} calls, ${CALLS_IN_FLIGHT} at once. A call that fails throws an error with errorClass.`,
  ];
  if (signatures.length > 0)
    blocks.push(`Functions that only programs can call:\n\`\`\`ts\n${signatures.join('\n')}\n\`\`\``);
  if (named.length > 0) blocks.push(`Programs can also call: ${named.join(', ')}.`);
  return blocks.join('\n');
}
