/**
 * Marks that chat templates put around the parts of an answer. Servers should read them, and sometimes leave them in the
 * text: thoughts (most in angle brackets, Kimi and Magistral in others), calls (Hermes, Qwen, Mistral), and control tokens
 * (gpt-oss, Llama, DeepSeek, ChatML). No person writes control tokens, so that anything of their form is one.
 */
const THOUGHT = String.raw`<\/?(?:seed:)?(?:think|thinking|thought|reasoning)>|◁\/?think▷|\[\/?think\]`;
const CALL = String.raw`<\/?(?:tool_calls?|function_calls?|function)(?:=[\w.:-]{1,64})?>|\[\/?tool_calls\]`;
const CONTROL = String.raw`<[|｜][^|｜<>\s]{1,40}[|｜]>`;
export const MARK = new RegExp(`${THOUGHT}|${CALL}|${CONTROL}`, 'i');
/** The end of a text that may be the beginning of a mark. */
export const BEGUN_MARK =
  /(?:<\/?[a-z:_]{0,14}(?:=[\w.:-]{0,64})?|<[|｜][^|｜<>\s]{0,40}[|｜]?|◁\/?[a-z]{0,5}|\[\/?[a-z_]{0,10})$/i;

/** The parts of an answer. A header names the role, the channel and the recipient of what follows. */
export type Part = 'text' | 'thought' | 'call' | 'header';

export interface Mark {
  /** The part that the mark belongs to; of a control token, the part that it begins. */
  part: Part;
  closes: boolean;
  /** Name of the called tool. */
  name?: string;
  /** What the mark adds to the part that it stands in. */
  adds?: string;
}

/** @param within the part that the mark stands in. @param header the header so far. */
export function markOf(mark: string, within: Part, header: string): Mark {
  const closes = mark[1] === '/';
  if (!/[|｜]/.test(mark)) {
    if (!/function|tool_call/i.test(mark)) return { part: 'thought', closes };
    // Nothing is called within a thought.
    if (within === 'thought') return { part: 'thought', closes: false, adds: mark };
    const [, name] = /=([^>]+)/.exec(mark) ?? [];
    return { part: 'call', closes, ...(name && { name }) };
  }
  const token = mark.slice(2, -2).toLowerCase();
  if (/^(?:message|end_header_id)$/.test(token)) return { ...partAfter(header), closes: false };
  if (/^(?:start|im_start|start_header_id|channel|constrain)$/.test(token))
    return { part: 'header', closes: false, adds: token === 'channel' ? ' channel=' : ' ' };
  if (/sep/.test(token) && within === 'call') return { part: 'call', closes: false, adds: '\n' };
  const isCall = /tool|function|python/.test(token) && !/end/.test(token);
  return isCall ? { part: 'call', closes: false } : { part: 'text', closes: false };
}

/** What follows a header: only what an assistant says in no channel or in the final one is text. */
export function partAfter(header: string): { part: Part; name?: string } {
  const [, name] = /\bto=(?:functions\.)?([\w.:-]+)/.exec(header) ?? [];
  if (name !== undefined) return { part: 'call', name };
  const [, channel = 'final'] = /\bchannel=\s*(\w+)/.exec(header) ?? [];
  const [, role = 'assistant'] = /^\s*(\w+)(?!\w|=)/.exec(header) ?? [];
  return { part: channel === 'final' && role === 'assistant' ? 'text' : 'thought' };
}
