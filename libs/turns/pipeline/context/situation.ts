import type { TurnPorts, UnderstoodTurn } from '../turn-context.ts';

const MINUTE_MS = 60_000;

/** Cached, because creating a format takes longer than the rest of the step, with the text of the last minute. */
const formats = new Map<string, { format: Intl.DateTimeFormat; minute: number; text: string }>();

function timeIn(timeZone: string, now: Date): string {
  const known = formats.get(timeZone);
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (known?.minute === minute) return known.text;
  const format =
    known?.format ?? new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  const text = format.format(now);
  formats.set(timeZone, { format, minute, text });
  return text;
}

/** States author, channel and time. It changes in every turn, so it comes late in the prompt. */
export function situation(ports: Pick<TurnPorts, 'clock'>, turn: UnderstoodTurn): string {
  const author = turn.row.callerKind === 'contact' ? 'the contact' : 'a member of the organisation';
  return [
    '## Situation',
    `Organisation: ${turn.org.name}. Channel: ${turn.row.channel}. The message was written by ${author}.`,
    `Contact id: ${JSON.stringify(turn.row.contactId)}. Language of the message: ${turn.language}.`,
    `Now: ${timeIn(turn.timezone, ports.clock.now())} (${turn.timezone}).`,
  ].join('\n');
}
