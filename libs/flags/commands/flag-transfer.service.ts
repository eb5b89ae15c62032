import { Inject, Injectable } from '@nestjs/common';
import { TurnpikeError, type FlagDifference, type FlagDocument } from '#contracts';
import { Database } from '#database';
import { OrgService } from '#identity';
import { FlagCatalogue } from '../flag-catalogue.ts';
import { FlagRuleRepository } from '../flag-rule.repository.ts';
import { RolloutGate } from '../rollout/rollout-gate.ts';
import { planChanges, readDocument, toDocument, type KnownOrg, type PlannedChange } from './flag-document.ts';
import { checkReason, type FlagDecision } from './flag.service.ts';
import { FlagWriter } from './flag-writer.ts';

/** Exports flags to a file and imports them, as a whole or not at all. */
@Injectable()
export class FlagTransferService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(FlagCatalogue) private readonly catalogue: FlagCatalogue,
    @Inject(FlagRuleRepository) private readonly rules: FlagRuleRepository,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(FlagWriter) private readonly writer: FlagWriter,
    @Inject(RolloutGate) private readonly gate: RolloutGate,
  ) {}

  /** @param orgId the only org to export; null for all orgs and the platform's defaults. */
  async export(orgId: string | null): Promise<FlagDocument> {
    return toDocument(this.catalogue, await this.rulesOf(orgId), await this.orgsOf(orgId));
  }

  /**
   * Sets every flag in the document to exactly the document's values, in one transaction with one audit entry per change.
   *
   * @param orgId the only org that may be changed. The document must then contain no other org, no default and no kill
   * switch.
   * @returns the changes that were made, or would be made in a dry run.
   * @throws TurnpikeError FLAG_IMPORT_INVALID with all problems; FlagGateError, FlagConflictError.
   */
  async import(
    document: FlagDocument,
    orgId: string | null,
    { dryRun, ...decision }: Omit<FlagDecision, 'seen'> & { dryRun: boolean },
  ): Promise<FlagDifference[]> {
    const why = checkReason(decision.why);
    const orgs = await this.orgsOf(orgId);
    const { wanted, problems } = readDocument(this.catalogue, document, orgs);
    if (orgId !== null && wanted.some(({ place }) => place.orgId === null))
      problems.push('only a platform admin can set defaults and kill switches');
    if (problems.length > 0)
      throw new TurnpikeError(`Nothing was imported: ${problems.join('; ')}.`, {
        code: 'FLAG_IMPORT_INVALID',
        kind: 'invalid',
        pointer: '/document',
      });
    const changes = planChanges(this.catalogue, document, wanted, await this.rulesOf(orgId), orgs);
    const differences = changes.map(({ difference }) => difference);
    if (dryRun || changes.length === 0) return differences;
    const notes = await this.passGates(changes, decision.overrideGate ?? false);
    const write = async (tx: Parameters<FlagWriter['write']>[0]) => {
      for (const [index, { flag, place, wanted: setting, seen }] of changes.entries()) {
        const reason = { actor: decision.actor, why, action: 'flag.import', note: notes[index] };
        await this.writer.write(tx, flag.key, place, setting, reason, seen);
      }
      await this.writer.announce(tx);
    };
    await (orgId === null
      ? this.database.asPlatform('an import sets flags of all orgs at once', write)
      : this.database.forOrg(orgId, write));
    return differences;
  }

  /** Called before the transaction, because the measurements are read in a separate transaction. */
  private async passGates(
    changes: PlannedChange[],
    override: boolean,
  ): Promise<(Record<string, unknown> | undefined)[]> {
    const notes: (Record<string, unknown> | undefined)[] = [];
    for (const { flag, place, wanted } of changes) {
      const gate = await this.gate.pass(flag, place, wanted.value, override);
      notes.push(gate ? { gate } : undefined);
    }
    return notes;
  }

  private rulesOf(orgId: string | null) {
    return orgId === null ? this.rules.all() : this.database.forOrg(orgId, (tx) => this.rules.visible(tx));
  }

  private async orgsOf(orgId: string | null): Promise<KnownOrg[]> {
    if (orgId === null) return this.orgs.list();
    const own = await this.orgs.byId(orgId);
    return own ? [own] : [];
  }
}
