import { TurnpikeError } from '#contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#database';
import { isUuid, type AuditActor, type AuditEntry, AuditLog } from '#identity';
import { FlagCatalogue } from '../flag-catalogue.ts';
import type { FlagDefinition, FlagValue } from '../flag-definition.ts';
import {
  conversationPlace,
  describePlace,
  KILL_SWITCH,
  orgPlace,
  PLATFORM_DEFAULT,
  type FlagPlace,
} from '../flag-place.ts';
import { FlagRuleRepository, type FlagSetting } from '../flag-rule.repository.ts';
import { InvalidFlagChangeError } from '../flags.errors.ts';
import { RolloutGate } from '../rollout/rollout-gate.ts';
import { type FlagState, FlagWriter, type WantedSetting, type WriteReason } from './flag-writer.ts';

const MAX_REASON_CHARACTERS = 1_000;

export interface FlagDecision {
  actor: AuditActor;
  /** The reason in words, kept in the audit log. */
  why: string;
  /**
   * The revision on which the decision is based; a later change is then not overwritten. Without it, the last write wins.
   */
  seen?: number;
  /** Sets a gated variant even though its gate is closed. */
  overrideGate?: boolean;
}

/** Changes flags. Each change writes an audit entry in its transaction and takes effect in every process within 2 s. */
@Injectable()
export class FlagService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(FlagCatalogue) private readonly catalogue: FlagCatalogue,
    @Inject(FlagRuleRepository) private readonly rules: FlagRuleRepository,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(FlagWriter) private readonly writer: FlagWriter,
    @Inject(RolloutGate) private readonly gate: RolloutGate,
  ) {}

  /**
   * Sets the value of a flag at a place.
   *
   * @param wanted.percent percentage of the org's conversations, 0 to 100 with two decimals; only for a share.
   * @throws UnknownFlagError, INVALID_FLAG_VALUE, InvalidFlagChangeError, FlagConflictError
   * @throws FlagGateError if the gate of the value is closed.
   */
  async set(
    key: string,
    place: FlagPlace,
    wanted: { value: FlagValue; percent?: number },
    decision: FlagDecision,
  ): Promise<FlagSetting> {
    const flag = this.catalogue.check(key, wanted.value);
    if (place.at === 'kill')
      throw new InvalidFlagChangeError('place', 'Use the kill command to activate the kill switch.');
    checkPercent(place, wanted.percent);
    return this.change(flag, place, wanted, decision, 'flag.set');
  }

  /** Removes the value of a place, so that the less specific places apply again. @throws as {@link set}. */
  async clear(key: string, place: FlagPlace, decision: FlagDecision): Promise<FlagSetting> {
    const flag = this.catalogue.get(key);
    if (place.at === 'kill')
      throw new InvalidFlagChangeError('place', 'Use the revive command to release the kill switch.');
    return this.change(flag, place, { value: null }, decision, 'flag.clear');
  }

  /** Forces the flag's safe value for all orgs immediately, overriding all other values. @throws as {@link set}. */
  async kill(key: string, decision: FlagDecision): Promise<FlagSetting> {
    return this.change(this.catalogue.get(key), KILL_SWITCH, { value: true }, decision, 'flag.kill');
  }

  /** Ends {@link kill}: the other values apply again. @throws as {@link set}. */
  async revive(key: string, decision: FlagDecision): Promise<FlagSetting> {
    return this.change(this.catalogue.get(key), KILL_SWITCH, { value: null }, decision, 'flag.revive');
  }

  /**
   * Restores the value before the change that an audit entry describes.
   *
   * @param orgId the only org whose changes may be undone; null for all orgs and the platform.
   * @param force undoes the change even if that overwrites a later one.
   * @throws TurnpikeError FLAG_CHANGE_NOT_FOUND, FLAG_CHANGED_LATER, FlagGateError
   */
  async undo(
    auditId: string,
    orgId: string | null,
    decision: Omit<FlagDecision, 'seen'> & { force?: boolean },
  ): Promise<{ flag: string; place: FlagPlace; setting: FlagSetting }> {
    const entry = isUuid(auditId) ? await this.findChange(auditId, orgId) : null;
    const change = entry && readChange(entry);
    if (!change)
      throw new TurnpikeError('There is no such change of a flag.', {
        code: 'FLAG_CHANGE_NOT_FOUND',
        kind: 'not_found',
      });
    const flag = this.catalogue.get(change.flag);
    const { place, before, after } = change;
    // A pack may have removed the variant since.
    if (before.value !== null && place.at !== 'kill') this.catalogue.check(flag.key, before.value);
    const reason = await this.reason(flag, place, before, decision, 'flag.undo');
    const setting = await this.inScope(place, async (tx) => {
      const current = await this.rules.hold(tx, flag.key, place);
      if (current.revision !== after.revision && !decision.force)
        throw new TurnpikeError(
          `${flag.key} was changed ${describePlace(place)} again after that; undoing would overwrite the later change. Undo that one first, or force it.`,
          { code: 'FLAG_CHANGED_LATER', kind: 'conflict' },
        );
      const written = await this.writer.write(tx, flag.key, place, before, {
        ...reason,
        note: { ...reason.note, undoes: auditId },
      });
      await this.writer.announce(tx);
      return written;
    });
    return { flag: flag.key, place, setting };
  }

  private async change(
    flag: FlagDefinition,
    place: FlagPlace,
    wanted: WantedSetting,
    decision: FlagDecision,
    action: string,
  ): Promise<FlagSetting> {
    const reason = await this.reason(flag, place, wanted, decision, action);
    return this.inScope(place, async (tx) => {
      const setting = await this.writer.write(tx, flag.key, place, wanted, reason, decision.seen);
      await this.writer.announce(tx);
      return setting;
    });
  }

  private async reason(
    flag: FlagDefinition,
    place: FlagPlace,
    wanted: WantedSetting,
    { actor, why, overrideGate = false }: FlagDecision,
    action: string,
  ): Promise<WriteReason> {
    const written = checkReason(why);
    const gate = await this.gate.pass(flag, place, wanted.value, overrideGate);
    const note = gate && {
      gate: { rate: gate.rate, turns: gate.turns, threshold: gate.minRate, overridden: gate.overridden },
    };
    return { actor, why: written, action, ...(note ? { note } : {}) };
  }

  private findChange(auditId: string, orgId: string | null): Promise<AuditEntry | null> {
    const find = (tx: Transaction) => this.audit.byId(tx, auditId);
    return orgId === null
      ? this.database.asPlatform('a change of the platform itself may be undone', find)
      : this.database.forOrg(orgId, find);
  }

  private inScope<Result>(place: FlagPlace, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return place.orgId === null
      ? this.database.asPlatform('a flag is changed for all orgs', work)
      : this.database.forOrg(place.orgId, work);
  }
}

/** @throws InvalidFlagChangeError for an empty or too long reason. */
export function checkReason(why: string): string {
  const text = why.trim();
  if (text.length === 0) throw new InvalidFlagChangeError('why', 'Say why: a change needs a written reason.');
  if (text.length > MAX_REASON_CHARACTERS)
    throw new InvalidFlagChangeError('why', `A reason has at most ${MAX_REASON_CHARACTERS} characters.`);
  return text;
}

/** @throws InvalidFlagChangeError */
export function checkPercent(place: FlagPlace, percent: number | undefined): void {
  if (place.at !== 'share') {
    if (percent === undefined) return;
    throw new InvalidFlagChangeError('percent', "A percentage belongs to a share of an org's conversations.");
  }
  const hundredths = (percent ?? Number.NaN) * 100;
  if (!(hundredths >= 0 && hundredths <= 10_000) || Math.abs(hundredths - Math.round(hundredths)) > 1e-6)
    throw new InvalidFlagChangeError('percent', 'A percentage is 0 to 100, with at most two decimals.');
}

interface RecordedChange {
  flag: string;
  place: FlagPlace;
  before: FlagState;
  after: FlagState;
}

/** The flag change of an audit entry; undefined for any other entry. */
function readChange({ target, before, after, orgId }: AuditEntry): RecordedChange | undefined {
  if (!target.startsWith('flag:') || !isState(before) || !isState(after)) return undefined;
  return { flag: target.slice('flag:'.length), place: placeOf(after, orgId), before, after };
}

function isState(value: unknown): value is FlagState {
  return typeof value === 'object' && value !== null && 'place' in value && 'revision' in value;
}

function placeOf({ place, conversationId }: FlagState, orgId: string | null): FlagPlace {
  if (place === 'default') return PLATFORM_DEFAULT;
  if (place === 'kill' || orgId === null) return KILL_SWITCH;
  return place === 'conversation' ? conversationPlace(orgId, conversationId ?? '') : orgPlace(place, orgId);
}
