import type { ModelToolCall } from '#models';
import { STEPS_OF_PROGRAM } from '#sandbox';
import { RUN_PROGRAM } from '#tools';

/** Statements extracted from the message itself have lower places and are far fewer. */
const FIRST_PLACE = 100;
/** `insights.said_place` is a smallint. A turn with the highest limits and one program per round uses half of its range. */
const LAST_PLACE = 32_767;

/**
 * Assigns places to the calls of a turn, in the order in which the model requested them: a statement in a later place
 * replaces an earlier one (`Utterance.place`). The places follow those of the message. A replay assigns the same places.
 */
export class CallPlaces {
  private next = FIRST_PLACE;

  /** Place of the call. For a program, this is the place before its first call; each call adds its number. */
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
