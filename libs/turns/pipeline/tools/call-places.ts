import type { ModelToolCall } from '#models';
import { STEPS_OF_PROGRAM } from '#sandbox';
import { RUN_PROGRAM } from '#tools';

/** The message's own statements have the places before: what is extracted of it is far less. */
const BEHIND_THE_MESSAGE = 100;
/** `insights.said_place` is a smallint; a turn under the highest limits, with one program a round, needs half of it. */
const LAST_PLACE = 32_767;

/**
 * Gives the calls of a turn their places in the order in which the model asked for them, whichever is done first: what is
 * told in a later place holds (`Utterance.place`). They stand behind the message, which a model has read whole when it
 * calls. A replay asks in the same order, and gives the same places.
 */
export class CallPlaces {
  private next = BEHIND_THE_MESSAGE;

  /** Of a program, the place before that of its first call: each of its calls adds its number to it. */
  of({ name }: Pick<ModelToolCall, 'name'>): number {
    const place = this.next;
    this.next = Math.min(LAST_PLACE, place + 1 + (name === RUN_PROGRAM ? STEPS_OF_PROGRAM : 0));
    return place;
  }
}

/** The place of a call of a program, by its number in it. */
export function placeInProgram(place: number, sequence: number): number {
  return Math.min(LAST_PLACE, place + sequence);
}
