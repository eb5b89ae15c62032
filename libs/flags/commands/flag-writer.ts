import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '#database';
import { type AuditActor, AuditLog } from '#identity';
import { Changes } from '#queue';
import type { FlagValue } from '../flag-definition.ts';
import { describePlace, type FlagPlace, type FlagPlaceKind } from '../flag-place.ts';
import { FlagRuleRepository, type FlagSetting } from '../flag-rule.repository.ts';
import { FlagConflictError } from '../flags.errors.ts';

/** What was or is set at a place, as audit rows keep it. */
export interface FlagState {
  place: FlagPlaceKind;
  conversationId?: string;
  /** Null when nothing is set. */
  value: FlagValue | null;
  percent?: number;
  revision: number;
}

/** What is to be set at a place; `value` null clears it. */
export interface WantedSetting {
  value: FlagValue | null;
  /** For a share. */
  percent?: number | null;
}

export interface WriteReason {
  actor: AuditActor;
  why: string;
  /** Such as `flag.set`. */
  action: string;
  /** Kept with the change, such as the state of a gate that was overridden. */
  note?: Record<string, unknown>;
}

/** One change of one place, its audit row, and the notifications of it, in the transaction of the caller. */
@Injectable()
export class FlagWriter {
  constructor(
    @Inject(FlagRuleRepository) private readonly rules: FlagRuleRepository,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /**
   * @param seen revision that the decision was made on; whatever is there when undefined.
   * @returns what is set there now.
   * @throws FlagConflictError when somebody else changed the place meanwhile.
   */
  async write(
    tx: Transaction,
    flag: string,
    place: FlagPlace,
    wanted: WantedSetting,
    reason: WriteReason,
    seen?: number,
  ): Promise<FlagSetting> {
    const before = await this.rules.hold(tx, flag, place);
    if (seen !== undefined && seen !== before.revision)
      throw new FlagConflictError(flag, describePlace(place));
    const value = wanted.value === null ? null : String(wanted.value);
    // Clearing what is not set changes nothing, and leaves no trace of a decision.
    if (value === null && before.value === null) return before;
    const percent = place.at === 'share' && value !== null ? (wanted.percent ?? null) : null;
    const setting = { value, percent, revision: before.revision };
    const revision = await this.rules.write(tx, flag, place, setting);
    if (revision === undefined) throw new FlagConflictError(flag, describePlace(place));
    const after = { ...setting, revision };
    await this.audit.record(tx, {
      orgId: place.orgId,
      actor: reason.actor,
      action: reason.action,
      target: `flag:${flag}`,
      before: stateOf(place, before),
      after: { ...stateOf(place, after), ...reason.note },
      reason: reason.why,
    });
    return after;
  }

  /** Once per transaction, after its last {@link write}. */
  announce(tx: Transaction): Promise<void> {
    return this.changes.announce(tx, 'flags');
  }
}

function stateOf(place: FlagPlace, { value, percent, revision }: FlagSetting): FlagState {
  return {
    place: place.at,
    ...(place.conversationId === null ? {} : { conversationId: place.conversationId }),
    value: value === 'true' || value === 'false' ? value === 'true' : value,
    ...(percent === null ? {} : { percent }),
    revision,
  };
}
