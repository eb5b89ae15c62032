import type { ModelObstacle } from '../language-model.ts';
import { Cooldowns, type Cooled } from '../cooldowns/cooldowns.ts';
import { keyPlace } from '../keys/provider-keys.ts';
import { keyOwnerOf } from '../orgs/places.ts';
import { accountOwner, type ModelTarget, type HasOwnKeys } from './account-owner.ts';

/** First cooldown of a model that its provider does not know; it doubles with each consecutive time. */
const FIRST_COOLDOWN_MS = 300_000;
const LONGEST_COOLDOWN_MS = 3_600_000;

/**
 * Cooldowns of models that their provider does not know (404): retired, not yet available, or not available to the
 * key. They are skipped while another model can answer, and tried again later, since any of these causes can change.
 */
export class ModelCooldowns {
  constructor(
    private readonly hasOwnKeys: HasOwnKeys = () => false,
    private readonly cooldowns = new Cooldowns(),
  ) {}

  /** As {@link Cooldowns.follow}. */
  follow(): () => void {
    return this.cooldowns.follow();
  }

  /** The obstacle reported to the router; undefined if the model has no cooldown. */
  obstacle(target: ModelTarget, orgId?: string): ModelObstacle | undefined {
    const state = this.cooldowns.state(this.placeOf(target, orgId));
    if (!state) return undefined;
    const reason = 'its provider does not know it (404)';
    return { reason, retryInMs: state.cooldownMs, passes: true, lastResort: true };
  }

  /**
   * Returns the account with which a call uses the model now. It must be resolved together with the model, since keys
   * can change during the call.
   */
  placeOf(target: ModelTarget, orgId?: string): Cooled {
    const owner = accountOwner(target, orgId, this.hasOwnKeys);
    const place = keyPlace(target.provider, owner === null ? undefined : keyOwnerOf(owner));
    return { place, name: target.model };
  }

  /** Starts a cooldown because the provider does not know the model. Simultaneous calls count once. */
  async startCooldown(model: Cooled): Promise<void> {
    if (this.cooldowns.state(model)) return;
    const times = this.cooldowns.countFailure(model);
    const forMs = Math.min(FIRST_COOLDOWN_MS * 2 ** Math.min(times - 1, 8), LONGEST_COOLDOWN_MS);
    await this.cooldowns.start(model, forMs);
  }

  /** Ends the cooldown because the model has answered. The next one is short again. */
  answered(model: Cooled): Promise<void> {
    return this.cooldowns.end(model);
  }
}
