import type { ModelObstacle } from '../language-model.ts';
import { keyPlace } from '../keys/provider-keys.ts';
import { keyOwnerOf } from '../orgs/places.ts';
import { accountOwner, type ModelTarget, type HasOwnKeys } from './account-owner.ts';

/** First cooldown of a model that its provider does not know; it doubles with each consecutive time. */
const FIRST_COOLDOWN_MS = 300_000;
const LONGEST_COOLDOWN_MS = 3_600_000;
/** Maximum delay with which this process learns that a stored cooldown has ended, due to read time. */
const SLACK_MS = 1_000;

/**
 * Cooldowns of models that their provider does not know (404): retired, not yet available, or not available to the
 * key. They are skipped while another model can answer, and tried again later, since any of these causes can change.
 */
export interface ModelCooldowns {
  /** The obstacle reported to the router; undefined if the model has no cooldown. */
  obstacle(target: ModelTarget, orgId?: string): ModelObstacle | undefined;
  /**
   * Returns the account with which a call uses the model now. It must be resolved together with the model, since keys
   * can change during the call.
   */
  placeOf(target: ModelTarget, orgId?: string): CoolingModel;
  /** Starts a cooldown because the provider does not know the model. Simultaneous calls count once. */
  startCooldown(cooling: CoolingModel): Promise<void>;
  /** Ends the cooldown because the model has answered. The next one is short again. */
  answered(cooling: CoolingModel): Promise<void>;
}

/** A model and the account with which it is called. */
export interface CoolingModel {
  /** The provider, prefixed by the org if its own account is used ({@link keyPlace}). */
  place: string;
  model: string;
}

/** Times on the scale of `now`. */
interface Cooldown {
  untilMs: number;
  /** Time from which other processes can read the row; infinite while it is being written. */
  storedMs: number;
}

/** The cooldowns known to this process. */
export class LocalModelCooldowns implements ModelCooldowns {
  /** Keyed by {@link nameOf}. */
  private readonly cooldowns = new Map<string, Cooldown>();
  private readonly times = new Map<string, number>();

  constructor(
    private readonly hasOwnKeys: HasOwnKeys = () => false,
    /** In milliseconds, on a scale that does not jump. */
    readonly now: () => number = () => performance.now(),
  ) {}

  obstacle(target: ModelTarget, orgId?: string): ModelObstacle | undefined {
    const forMs = this.cooldownMs(this.placeOf(target, orgId));
    if (forMs <= 0) return undefined;
    const reason = 'its provider does not know it (404)';
    return { reason, retryInMs: forMs, passes: true, lastResort: true };
  }

  async startCooldown(cooling: CoolingModel): Promise<void> {
    if (this.cooldownMs(cooling) > 0) return;
    this.set(cooling, this.nextCooldownMs(cooling));
    this.stored(cooling);
  }

  async answered(cooling: CoolingModel): Promise<void> {
    this.forget(cooling);
  }

  placeOf(target: ModelTarget, orgId?: string): CoolingModel {
    const owner = accountOwner(target, orgId, this.hasOwnKeys);
    const place = keyPlace(target.provider, owner === null ? undefined : keyOwnerOf(owner));
    return { place, model: target.model };
  }

  /** Remaining milliseconds; 0 or less without a cooldown. */
  cooldownMs(cooling: CoolingModel): number {
    return (this.cooldowns.get(nameOf(cooling))?.untilMs ?? 0) - this.now();
  }

  /** Counts one more failure. @returns the cooldown in milliseconds. */
  nextCooldownMs(cooling: CoolingModel): number {
    const name = nameOf(cooling);
    const times = (this.times.get(name) ?? 0) + 1;
    this.times.set(name, times);
    return Math.min(FIRST_COOLDOWN_MS * 2 ** Math.min(times - 1, 8), LONGEST_COOLDOWN_MS);
  }

  /** Sets a cooldown. {@link replaceAll} keeps it until it is {@link stored}. */
  set(cooling: CoolingModel, forMs: number): void {
    this.cooldowns.set(nameOf(cooling), { untilMs: this.now() + forMs, storedMs: Infinity });
  }

  /** Marks the cooldown as readable by other processes. */
  stored(cooling: CoolingModel): void {
    const cooldown = this.cooldowns.get(nameOf(cooling));
    if (cooldown) cooldown.storedMs = this.now();
  }

  /** @returns true if there was a cooldown. */
  forget(cooling: CoolingModel): boolean {
    const name = nameOf(cooling);
    this.times.delete(name);
    return this.cooldowns.delete(name);
  }

  /**
   * Replaces the local cooldowns by those read from the database from `readMs` on. A cooldown that disappeared early
   * was ended by an answer or a change, so the next one is short again.
   */
  replaceAll(cooldowns: readonly (CoolingModel & { forMs: number })[], readMs: number): void {
    const read = new Set(cooldowns.map(nameOf));
    for (const [name, { untilMs, storedMs }] of this.cooldowns) {
      if (read.has(name) || storedMs >= readMs) continue;
      this.cooldowns.delete(name);
      if (untilMs - this.now() > SLACK_MS) this.times.delete(name);
    }
    for (const { forMs, ...cooling } of cooldowns) {
      this.set(cooling, forMs);
      this.stored(cooling);
    }
  }
}

function nameOf({ place, model }: CoolingModel): string {
  return `${place}/${model}`;
}
