/** A calendar invitation (RFC 5545). */
export interface Invitation {
  uid: string;
  start: Date;
  end: Date;
  summary: string;
  location: string;
  at: Date;
}

const stamp = (moment: Date) => moment.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
const MAX_LINE_BYTES = 75;

/** The invitation as a file of type `text/calendar`. */
export function invitationFile({ uid, start, end, summary, location, at }: Invitation): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Turnpike//Estio//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(at)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(summary)}`,
    `LOCATION:${escaped(location)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

/** Folds lines at 75 bytes; a continuation line begins with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const sign of line) {
    if (Buffer.byteLength(part + sign) > MAX_LINE_BYTES - 1) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part].join('\r\n ');
}
