import { looseJson } from '#text';
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

/** Converts arguments to text, since some compatible servers send them as a JSON object. */
export function argumentsText(json: unknown): string {
  if (json === undefined || json === null) return '';
  return typeof json === 'string' ? json : JSON.stringify(json);
}

function argumentsIn(json: string): Record<string, unknown>[] {
  const whole = parsed(json.trim() || '{}');
  // Some models encode the text a second time, or write null for no arguments.
  const read = typeof whole === 'string' ? parsed(whole || '{}') : (whole ?? {});
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
export const isJson = (text: string): boolean => parsed(text) !== undefined;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isTooDeep(value, MAX_DEPTH);
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}
