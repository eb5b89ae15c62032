import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '#database';
import { type AuditActor, AuditLog } from '#identity';
import { Changes } from '#queue';
import type { FlagValue } from '../flag-definition.ts';
import { describePlace, type FlagPlace, type FlagPlaceKind } from '../flag-place.ts';
import { FlagRuleRepository, type FlagSetting } from '../flag-rule.repository.ts';
import { FlagConflictError } from '../flags.errors.ts';

/** The value at a place before or after a change, as audit entries store it. */
export interface FlagState {
  place: FlagPlaceKind;
  conversationId?: string;
  value: FlagValue | null;
  percent?: number;
  revision: number;
}

/** The value to set at a place; a `value` of null clears it. */
export interface WantedSetting {
  value: FlagValue | null;
  /** Only for a share. */
  percent?: number | null;
}

export interface WriteReason {
  actor: AuditActor;
  why: string;
  /** The audit action, such as `flag.set`. */
  action: string;
  /** Stored with the change, for example the state of an overridden gate. */
  note?: Record<string, unknown>;
}

/** Changes the value at a place, and writes the audit entry and the notification, in the caller's transaction. */
@Injectable()
export class FlagWriter {
  constructor(
    @Inject(FlagRuleRepository) private readonly rules: FlagRuleRepository,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Changes) private readonly changes: Changes,
  ) {}

  /**
   * @param seen revision on which the decision is based; undefined skips the check.
   * @returns the value now set.
   * @throws FlagConflictError if another change of the place came first.
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
    // Clearing a value that is not set changes nothing and writes no audit entry.
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

  /** Called once per transaction, after the last {@link write}. */
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
