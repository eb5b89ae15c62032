import { localTime, remembered } from '#text';

/** A moment in ISO 8601 with its offset that is a whole value (not a key) in JSON. */
const MOMENT = /"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))"(?!:)/g;

/**
 * The JSON text of local time. `key` is a moment (ISO 8601), a space and a zone. Remembered, because results repeat moments and
 * a conversion takes 20 µs.
 */
const localJson = remembered((key: string) => {
  const [iso = '', timezone = ''] = key.split(' ');
  const at = new Date(iso);
  return JSON.stringify(Number.isNaN(at.getTime()) ? iso : localTime(at, timezone));
}, 5_000);

/**
 * Writes every moment in the data of a result as local time with its zone, `2026-11-30T09:00 Asia/Nicosia`, because models
 * state the times that they read, and take UTC for local time.
 *
 * @throws for data that is not JSON.
 */
export function withLocalTimes(data: unknown, timezone: string): unknown {
  const json = JSON.stringify(data);
  if (json === undefined || json.search(MOMENT) < 0) return data;
  return JSON.parse(json.replace(MOMENT, (_written, iso: string) => localJson(`${iso} ${timezone}`)));
}
