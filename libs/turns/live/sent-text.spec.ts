import type { TurnEventType } from '#contracts';
import { SentText } from './sent-text.ts';

/** Returns what a reader receives: texts, and reasons of resets in parentheses. `steps` are events, and texts so far after `=`. */
function received(before: string | undefined, steps: string): string {
  const sent = new SentText(before);
  const events = steps.split(', ').flatMap((step) => {
    const [type, text] = step.split('=');
    return type ? sent.before(type as TurnEventType, { text }) : sent.upTo(text ?? '');
  });
  return events
    .map(({ type, payload }) => (type === 'text.reset' ? `(${String(payload.reason)})` : payload.text))
    .join('|');
}

describe('the text sent to a reader', () => {
  it.each([
    ['pieces of a growing text', '=Let , =Let me , =Let me ', 'Let |me '],
    ['nothing more for a known reply', '= All well.\n, turn.completed=All well.', ' All well.\n'],
    ['the rest of a reply', '=All, turn.completed=All well.', 'All| well.'],
    ['a reply that was not streamed', 'model.started, turn.completed=All well.', 'All well.'],
    ['a reply in place of another text', '=No, turn.completed=Yes', 'No|(rewritten)|Yes'],
    ['a reset before tools', '=Hm, tool.started, tool.finished', 'Hm|(tools)'],
    ['a reset before what else a tool does', '=Hm, drawer.opened', 'Hm|(tools)'],
    ['a reset before the next model', '=Hm, model.started, =Yes', 'Hm|(fallback)|Yes'],
    ['a reset before the next run', '=Hm, turn.started, model.started', 'Hm|(resumed)'],
    ['a reset before another text', '=ab, =ac', 'ab|(resumed)|ac'],
    ['no reset at an end without a reply', '=Hm, turn.failed', 'Hm'],
  ])('is %s', (_what, steps, expected) => expect(received('', steps)).toBe(expected));

  it.each([
    ['the text so far', '=Let me ', '(resumed)|Let me '],
    ['the reply', 'turn.completed=Yes', '(resumed)|Yes'],
    ['a reset if text can precede the event', 'tool.started, turn.completed=Yes', '(tools)|Yes'],
    ['no reset if no text can precede it', 'broker.selected, model.started, =Yes', 'Yes'],
  ])('is, for a reader that returns, %s', (_what, steps, expected) =>
    expect(received(undefined, steps)).toBe(expected),
  );
});
