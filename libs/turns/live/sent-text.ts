import { finalEventTypes, type TurnEventType } from '#contracts';

/** An event of the live text, for one reader. It is not stored. */
interface TextEvent {
  type: 'text.delta' | 'text.reset';
  payload: Record<string, unknown>;
}

/** Events that can follow live text and say that it is no part of the reply, with the reason. */
const RESETS: Partial<Record<TurnEventType, string>> = {
  'turn.started': 'resumed',
  'model.started': 'fallback',
  'key.rotated': 'fallback',
  'turn.retrying': 'resumed',
  'tool.started': 'tools',
  'ptc.started': 'tools',
  'turn.awaiting_approval': 'tools',
};

/**
 * The text of one turn that one reader has received since the last reset; undefined if unknown, for a reader that returns.
 * A run provides only its text so far, and the event that follows decides what becomes of it. In the end the reader has the
 * reply, however much of it came live.
 */
export class SentText {
  constructor(private text: string | undefined) {}

  /** The events that bring the reader to the text so far. */
  upTo(text: string, reason = 'resumed'): TextEvent[] {
    const before = this.text;
    this.text = text;
    if (before === undefined || !text.startsWith(before)) return [reset(reason), ...delta(text)];
    return delta(text.slice(before.length));
  }

  /** The events that precede a stored event. */
  before(type: TurnEventType, { text }: Record<string, unknown>): TextEvent[] {
    if (type === 'turn.completed' && typeof text === 'string')
      return this.text?.trim() === text ? [] : this.upTo(text, this.text && 'rewritten');
    if (finalEventTypes.includes(type)) return [];
    const reason = RESETS[type] ?? (this.text && 'tools');
    const isStale = this.text !== '';
    this.text = '';
    return isStale && reason ? [reset(reason)] : [];
  }
}

function delta(text: string): TextEvent[] {
  return text === '' ? [] : [{ type: 'text.delta', payload: { text } }];
}

function reset(reason: string): TextEvent {
  return { type: 'text.reset', payload: { reason } };
}
