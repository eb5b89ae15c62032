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
export interface ModelCooldowns {
  /** For the router; undefined where nothing is known against the model. */
  obstacle(asked: AskedModel, orgId?: string): ModelObstacle | undefined;
  /** Whose way to the model a call takes now; it is taken with the model, as keys may come and go while it is asked. */
  placeOf(asked: AskedModel, orgId?: string): CoolingModel;
  /** The provider does not know the model; calls that find it out at the same time count once. */
  rest(rested: CoolingModel): Promise<void>;
  /** It has answered: it rests no longer, and its next rest is a short one again. */
  answered(rested: CoolingModel): Promise<void>;
}

/** What is rested: a model, and whose way to it. */
export interface CoolingModel {
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
export class LocalModelCooldowns implements ModelCooldowns {
  /** By {@link nameOf}. */
  private readonly cooldowns = new Map<string, Rest>();
  private readonly times = new Map<string, number>();

  constructor(
    private readonly hasOwnKeys: OwnKeys = () => false,
    /** In milliseconds, on a scale that does not jump. */
    readonly now: () => number = () => performance.now(),
  ) {}

  obstacle(asked: AskedModel, orgId?: string): ModelObstacle | undefined {
    const forMs = this.cooldownMs(this.placeOf(asked, orgId));
    if (forMs <= 0) return undefined;
    const reason = 'its provider does not know it (404)';
    return { reason, againInMs: forMs, passes: true, lastResort: true };
  }

  async rest(rested: CoolingModel): Promise<void> {
    if (this.cooldownMs(rested) > 0) return;
    this.set(rested, this.nextCooldownMs(rested));
    this.stored(rested);
  }

  async answered(rested: CoolingModel): Promise<void> {
    this.forget(rested);
  }

  placeOf(asked: AskedModel, orgId?: string): CoolingModel {
    const owner = wayOwner(asked, orgId, this.hasOwnKeys);
    const place = keyPlace(asked.provider, owner === null ? undefined : keyOwnerOf(owner));
    return { place, model: asked.model };
  }

  /** In milliseconds; 0 or less where it does not rest. */
  cooldownMs(rested: CoolingModel): number {
    return (this.cooldowns.get(nameOf(rested))?.untilMs ?? 0) - this.now();
  }

  /** Counts one more time. @returns how long the model rests for it, in milliseconds. */
  nextCooldownMs(rested: CoolingModel): number {
    const name = nameOf(rested);
    const times = (this.times.get(name) ?? 0) + 1;
    this.times.set(name, times);
    return Math.min(FIRST_REST_MS * 2 ** Math.min(times - 1, 8), LONGEST_REST_MS);
  }

  /** It is kept, whatever other processes know, until it is {@link stored}. */
  set(rested: CoolingModel, forMs: number): void {
    this.cooldowns.set(nameOf(rested), { untilMs: this.now() + forMs, storedMs: Infinity });
  }

  /** From now on others know of it. */
  stored(rested: CoolingModel): void {
    const rest = this.cooldowns.get(nameOf(rested));
    if (rest) rest.storedMs = this.now();
  }

  /** @returns true where something was known against it. */
  forget(rested: CoolingModel): boolean {
    const name = nameOf(rested);
    this.times.delete(name);
    return this.cooldowns.delete(name);
  }

  /**
   * Puts what another process knows, as it was read from `readMs` on, in place of what is known here. A rest that is gone
   * before its time was ended by an answer or a change: the next one is a short one again.
   */
  replaceAll(cooldowns: readonly (CoolingModel & { forMs: number })[], readMs: number): void {
    const read = new Set(cooldowns.map(nameOf));
    for (const [name, { untilMs, storedMs }] of this.cooldowns) {
      if (read.has(name) || storedMs >= readMs) continue;
      this.cooldowns.delete(name);
      if (untilMs - this.now() > SLACK_MS) this.times.delete(name);
    }
    for (const { forMs, ...rested } of cooldowns) {
      this.set(rested, forMs);
      this.stored(rested);
    }
  }
}

function nameOf({ place, model }: CoolingModel): string {
  return `${place}/${model}`;
}
