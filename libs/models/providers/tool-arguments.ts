import { isRecord } from '#pack-kit';
import { looseJson, parsedJson } from '#text';
import type { ModelToolCall } from '../language-model.ts';

/**
 * More than any model requests at once. Limited because all calls run in parallel, in the process that serves every
 * org.
 */
export const MAX_CALLS = 128;

/** More than any tool takes. `JSON.stringify` fails at some thousand levels. */
const MAX_DEPTH = 100;

/**
 * Parses a call with arguments as text, as {@link looseJson} reads it. Text that is not a JSON object is kept, so that the error
 * message to the model can quote it. Servers that repeat all arguments in each piece, or send several calls as one, leave
 * several objects: each different one is a call.
 */
export function toolCallsOf(id: string, name: string, json: string): ModelToolCall[] {
  const found = argumentsIn(json);
  if (found.length === 0) return [{ id, name, arguments: {}, malformed: json }];
  return found.map((each, place) => ({ id: place === 0 ? id : `${id}_${place}`, name, arguments: each }));
}

/** The arguments of a call, of which servers send the new text in each piece, or all so far. */
export class SentArguments {
  /** The pieces joined. */
  joined = '';
  private last = '';
  private isGrowing = true;

  /** @param whole what came with the start of the call. Some servers send an empty object behind it. */
  constructor(private readonly whole = '') {}

  add(json: string): void {
    this.joined += json;
    if (json === '') return;
    this.isGrowing &&= json.startsWith(this.last);
    this.last = json;
  }

  get text(): string {
    const isLast = this.isGrowing && !isJson(this.joined) && isJson(this.last);
    const text = isLast ? this.last : this.joined;
    const isEmpty = argumentsIn(text).some((each) => Object.keys(each).length === 0);
    return isEmpty ? this.whole || text : text;
  }

  /** True if they can be read. */
  get isComplete(): boolean {
    return this.joined !== '' && argumentsIn(this.text).length > 0;
  }
}

/** Converts arguments to text, since some compatible servers send them as a JSON object. */
export function argumentsText(json: unknown): string {
  if (json === undefined || json === null) return '';
  return typeof json === 'string' ? json : JSON.stringify(json);
}

function argumentsIn(json: string): Record<string, unknown>[] {
  const whole = parsedJson(json.trim() || '{}');
  // Some models encode the text a second time, or write null for no arguments.
  const read = typeof whole === 'string' ? parsedJson(whole || '{}') : (whole ?? {});
  if (whole !== undefined) return isObject(read) ? [read] : [];
  const different = new Map<string, Record<string, unknown>>();
  for (const text of objectsIn(json)) {
    const each = looseJson(text);
    if (!isObject(each)) return [];
    different.set(JSON.stringify(each), each);
  }
  if (different.size === 0) {
    const loose = looseJson(json);
    return isObject(loose) ? [loose] : [];
  }
  // An empty object before or behind the others is a placeholder.
  if (different.size > 1) different.delete('{}');
  return [...different.values()];
}

/** Splits a text of JSON objects one after the other; empty if the last one has no end. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let start = 0;
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && character === '{') depth += 1;
    else if (!isString && character === '}') {
      depth -= 1;
      if (depth !== 0) continue;
      objects.push(text.slice(start, at + 1));
      start = at + 1;
    }
  }
  return text.slice(start).trim() === '' ? objects : [];
}

/** True if the text is one value of JSON. */
const isJson = (text: string): boolean => parsedJson(text) !== undefined;

function isObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !isTooDeep(value, MAX_DEPTH);
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}
