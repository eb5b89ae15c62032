import { looseJson } from '#text';
import type { CallPiece } from './openai.calls.ts';
import { isObject } from './tool-arguments.ts';

/** A call that a model wrote into its text. */
export interface LeakedCall {
  text: string;
  /** Name of the tool, if the mark before the text has it. */
  name?: string | undefined;
}

/** What stands before a block of JSON, as DeepSeek writes it: a name, and the fence of the block. */
const BEFORE_BLOCK = /^(?:function\s+)?([\w.:-]*)\s*(?:```\w*)?$/;
const MAX_BEFORE_CHARACTERS = 100;

/** The calls that the text contains, if each is one of an offered tool; none otherwise. */
export function callsIn({ text, name: known }: LeakedCall, tools: ReadonlySet<string>): CallPiece[] {
  const { before, block } = namedBlock(text);
  const name = known ?? (before || undefined);
  const parameters = text.split('<parameter=').slice(1).flatMap(parameterIn);
  const json = parameters.length > 0 ? Object.fromEntries(parameters) : looseJson(block);
  const calls = (Array.isArray(json) ? json : [json ?? {}]).map((one: unknown) => calledIn(one, name));
  return calls.every((call) => call !== undefined && tools.has(call.name))
    ? calls.map((call) => ({ function: call! }))
    : [];
}

function namedBlock(text: string): { before?: string | undefined; block: string } {
  const at = text.search(/[[{]/);
  const before = text.slice(0, Math.max(0, at)).trim();
  const found = before.length <= MAX_BEFORE_CHARACTERS ? BEFORE_BLOCK.exec(before) : null;
  if (at < 0 || !found) return { block: '' };
  const rest = text.slice(at).trimEnd();
  return { before: found[1], block: rest.endsWith('```') ? rest.slice(0, -3) : rest };
}

/** Name and value of a parameter as Qwen writes it, `<parameter=NAME>VALUE</parameter>`, from the name on. */
function parameterIn(text: string): [name: string, value: string][] {
  const [named, closed] = [text.indexOf('>'), text.indexOf('</parameter>')];
  return named > 0 && closed > named ? [[text.slice(0, named), text.slice(named + 1, closed).trim()]] : [];
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
