import type { ModelObstacle } from '../language-model.ts';
import { keyPlace } from '../keys/provider-keys.ts';
import { keyOwnerOf } from '../orgs/places.ts';
import { wayOwner, type AskedModel, type OwnKeys } from './model-ways.ts';

/** First rest of a model that its provider does not know; it doubles with each time in a row. */
const FIRST_REST_MS = 300_000;
const LONGEST_REST_MS = 3_600_000;
/** A rest ends here so much later than in the rows at most: they are read in time. */
const SLACK_MS = 1_000;

/**
 * Models that their provider does not know (404): retired, not yet there, or not for this key. They are passed over while
 * another one can answer, and asked again after a time, since any of it may change.
 */
export interface ModelRests {
  /** For the router; undefined where nothing is known against the model. */
  obstacle(asked: AskedModel, orgId?: string): ModelObstacle | undefined;
  /** Whose way to the model a call takes now; it is taken with the model, as keys may come and go while it is asked. */
  placeOf(asked: AskedModel, orgId?: string): RestedModel;
  /** The provider does not know the model; calls that find it out at the same time count once. */
  rest(rested: RestedModel): Promise<void>;
  /** It has answered: it rests no longer, and its next rest is a short one again. */
  answered(rested: RestedModel): Promise<void>;
}

/** What is rested: a model, and whose way to it. */
export interface RestedModel {
  /** The provider, after the org where the way is its own ({@link keyPlace}). */
  place: string;
  model: string;
}

/** On the scale of `now`. */
interface Rest {
  untilMs: number;
  /** When other processes could first read of it; infinite while it is being written. */
  storedMs: number;
}

/** The rests as this process knows them. */
export class LocalModelRests implements ModelRests {
  /** By {@link nameOf}. */
  private readonly rests = new Map<string, Rest>();
  private readonly times = new Map<string, number>();

  constructor(
    private readonly hasOwnKeys: OwnKeys = () => false,
    /** In milliseconds, on a scale that does not jump. */
    readonly now: () => number = () => performance.now(),
  ) {}

  obstacle(asked: AskedModel, orgId?: string): ModelObstacle | undefined {
    const forMs = this.restsForMs(this.placeOf(asked, orgId));
    if (forMs <= 0) return undefined;
    const reason = 'its provider does not know it (404)';
    return { reason, againInMs: forMs, passes: true, lastResort: true };
  }

  async rest(rested: RestedModel): Promise<void> {
    if (this.restsForMs(rested) > 0) return;
    this.set(rested, this.nextRestMs(rested));
    this.stored(rested);
  }

  async answered(rested: RestedModel): Promise<void> {
    this.forget(rested);
  }

  placeOf(asked: AskedModel, orgId?: string): RestedModel {
    const owner = wayOwner(asked, orgId, this.hasOwnKeys);
    const place = keyPlace(asked.provider, owner === null ? undefined : keyOwnerOf(owner));
    return { place, model: asked.model };
  }

  /** In milliseconds; 0 or less where it does not rest. */
  restsForMs(rested: RestedModel): number {
    return (this.rests.get(nameOf(rested))?.untilMs ?? 0) - this.now();
  }

  /** Counts one more time. @returns how long the model rests for it, in milliseconds. */
  nextRestMs(rested: RestedModel): number {
    const name = nameOf(rested);
    const times = (this.times.get(name) ?? 0) + 1;
    this.times.set(name, times);
    return Math.min(FIRST_REST_MS * 2 ** Math.min(times - 1, 8), LONGEST_REST_MS);
  }

  /** It is kept, whatever other processes know, until it is {@link stored}. */
  set(rested: RestedModel, forMs: number): void {
    this.rests.set(nameOf(rested), { untilMs: this.now() + forMs, storedMs: Infinity });
  }

  /** From now on others know of it. */
  stored(rested: RestedModel): void {
    const rest = this.rests.get(nameOf(rested));
    if (rest) rest.storedMs = this.now();
  }

  /** @returns true where something was known against it. */
  forget(rested: RestedModel): boolean {
    const name = nameOf(rested);
    this.times.delete(name);
    return this.rests.delete(name);
  }

  /**
   * Puts what another process knows, as it was read from `readMs` on, in place of what is known here. A rest that is gone
   * before its time was ended by an answer or a change: the next one is a short one again.
   */
  replaceAll(rests: readonly (RestedModel & { forMs: number })[], readMs: number): void {
    const read = new Set(rests.map(nameOf));
    for (const [name, { untilMs, storedMs }] of this.rests) {
      if (read.has(name) || storedMs >= readMs) continue;
      this.rests.delete(name);
      if (untilMs - this.now() > SLACK_MS) this.times.delete(name);
    }
    for (const { forMs, ...rested } of rests) {
      this.set(rested, forMs);
      this.stored(rested);
    }
  }
}

function nameOf({ place, model }: RestedModel): string {
  return `${place}/${model}`;
}
