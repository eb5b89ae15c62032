import { v7 } from 'uuid';
import type { Clock } from '#config';

/** A UUID v7 of this moment. */
export function newId(clock: Clock): string {
  return v7({ msecs: clock.now().getTime() });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
