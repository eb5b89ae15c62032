import type { ModelToolCall } from '#models';
import { STEPS_OF_PROGRAM } from '#sandbox';
import { RUN_PROGRAM } from '#tools';

/** The statements extracted from the message itself have the places before, and are far fewer. */
const FIRST_PLACE = 100;
/** `insights.said_place` is a smallint. A turn with the highest limits and one program a round needs half of its range. */
const LAST_PLACE = 32_767;

/**
 * Gives the calls of a turn their places, in the order in which the model asked for them: a statement in a later place
 * replaces an earlier one (`Utterance.place`). The places come after those of the message. A replay gives the same places.
 */
export class CallPlaces {
  private next = FIRST_PLACE;

  /** For a program, the place before that of its first call; each call adds its number. */
  of({ name }: Pick<ModelToolCall, 'name'>): number {
    const place = this.next;
    this.next = Math.min(LAST_PLACE, place + 1 + (name === RUN_PROGRAM ? STEPS_OF_PROGRAM : 0));
    return place;
  }
}

/** The place of the call with the number `sequence` in a program. */
export function placeInProgram(place: number, sequence: number): number {
  return Math.min(LAST_PLACE, place + sequence);
}
