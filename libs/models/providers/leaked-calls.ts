import { looseJson } from '#text';
import type { CallPiece } from './openai.calls.ts';
import { isObject } from './tool-arguments.ts';

/** A call that a model wrote into its text. */
export interface LeakedCall {
  text: string;
  /** Name of the tool, if the mark before the text has it. */
  name?: string | undefined;
}

/** A name before a block of JSON, as DeepSeek writes it, and the block. */
const NAMED_BLOCK = /^\s*(?:function\s+)?([\w.:-]*)\s*(?:```\w*\s*)?([[{][\s\S]*?)\s*(?:```)?\s*$/;
/** A parameter as Qwen writes it. */
const PARAMETER = /<parameter=([\w.-]+)>\s*([\s\S]*?)\s*<\/parameter>/g;

/** The calls that the text contains, if each is one of an offered tool; none otherwise. */
export function callsIn({ text, name: known }: LeakedCall, tools: ReadonlySet<string>): CallPiece[] {
  const [, before, block = ''] = NAMED_BLOCK.exec(text) ?? [];
  const name = known ?? (before || undefined);
  const parameters = [...text.matchAll(PARAMETER)].map(([, key = '', value]) => [key, value] as const);
  const json = parameters.length > 0 ? Object.fromEntries(parameters) : looseJson(block);
  const calls = (Array.isArray(json) ? json : [json ?? {}]).map((one: unknown) => calledIn(one, name));
  return calls.every((call) => call !== undefined && tools.has(call.name))
    ? calls.map((call) => ({ function: call! }))
    : [];
}

/** Name and arguments of `{ name, arguments }`, or the object itself as the arguments of a known tool. */
function calledIn(json: unknown, name: string | undefined): { name: string; arguments: unknown } | undefined {
  if (!isObject(json)) return undefined;
  if (name !== undefined) return { name, arguments: json };
  const call = isObject(json.function) ? json.function : json;
  const own = call.name ?? call.tool ?? json.function;
  return typeof own === 'string'
    ? { name: own.replace(/^functions\./, ''), arguments: call.arguments ?? call.parameters ?? {} }
    : undefined;
}
