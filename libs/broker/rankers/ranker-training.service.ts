import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { Changes } from '#queue';
import { ToolRegistry } from '#tools';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import { trainRankerInThread } from '../learning/train-ranker-in-thread.ts';
import type { LearnedRanker } from '../learning/learned-ranker.ts';
import { MAX_EXAMPLES } from '../ranking/ranking-constants.ts';
import { rankTools } from '../ranking/rank-tools.ts';
import { ToolBroker } from '../selection/tool-broker.ts';
import { readRanker, writeRanker } from './ranker-file.ts';
import type { RankerComparison } from './ranker-version.entity.ts';
import { RankerVersionRepository, type RankerSummary } from './ranker-version.repository.ts';
import { countCallsBetween, readTrainingLog, type LoggedCall } from './training-log.read-model.ts';

/** Newest share of the log used to compare versions, with limits in calls. */
const REPLAY = { share: 0.2, least: 20, most: 500 };
const RECALL_AT = 12;
/** Recall loss tolerated as noise. */
const TOLERATED_LOSS = 0.01;

/** Rows of the log were deleted during the training, by retention or by the erasure of a contact, whose data must not be kept. */
export class LogChangedError extends Error {}

/** Trains an org's ranker from its tool call log. The new version serves if it is no worse than the previous one. */
@Injectable()
export class RankerTraining {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(ToolBroker) private readonly broker: ToolBroker,
    @Inject(Changes) private readonly changes: Pick<Changes, 'announce'>,
  ) {}

  /** Versions of the org, newest first. */
  versions(orgId: string): Promise<RankerSummary[]> {
    return this.database.forOrg(orgId, (tx) => new RankerVersionRepository(tx).all());
  }

  /**
   * Reads the log, trains a version, compares it with the serving one and stores it.
   *
   * @returns the new version; undefined if the log is empty.
   * @throws LogChangedError if rows of the log were deleted meanwhile; the caller retries.
   */
  async train(orgId: string, signal: AbortSignal): Promise<RankerSummary | undefined> {
    const startedAt = performance.now();
    const { log, serving } = await this.database.forOrg(orgId, async (tx) => ({
      log: await readTrainingLog(tx, MAX_EXAMPLES),
      serving: await new RankerVersionRepository(tx).serving(),
    }));
    const newest = log.at(-1);
    if (!newest) return undefined;
    const index = this.broker.indexOf(this.registry.effective(orgId).tools);
    const before = serving && { version: serving.version, ranker: readRanker(serving.state) };
    const comparison = await this.compare(index, log, before, signal);
    const ranker = await trainRankerInThread(index.documents, log, signal);
    const serves = noWorse(comparison);
    await this.database.forOrg(orgId, async (tx) => {
      const versions = new RankerVersionRepository(tx);
      await versions.hold();
      if ((await countCallsBetween(tx, log[0]!.at, newest.at)) < log.length)
        throw new LogChangedError('Tool calls were deleted while the ranker was trained.');
      await versions.add({
        serving: serves,
        verdict: serves ? 'serves' : 'worse',
        examples: ranker.examples,
        tools: ranker.toolsUsed,
        trainedUntil: newest.at,
        trainMs: Math.round(performance.now() - startedAt),
        comparison,
        state: writeRanker(ranker),
        createdAt: this.clock.now(),
      });
      if (serves) await this.changes.announce(tx, 'rankers');
    });
    return (await this.versions(orgId))[0];
  }

  /** Replays the newest calls with both versions. The candidate is trained without these calls. */
  private async compare(
    index: CatalogueIndex,
    log: readonly LoggedCall[],
    before: { version: number; ranker: LearnedRanker | undefined } | undefined,
    signal: AbortSignal,
  ): Promise<RankerComparison> {
    const calls = Math.min(REPLAY.most, Math.floor(log.length * REPLAY.share));
    if (calls < REPLAY.least)
      return { calls, candidate: null, before: { version: before?.version ?? null, recallAt12: null } };
    const replayed = log.slice(-calls);
    const candidate = await trainRankerInThread(index.documents, log.slice(0, -calls), signal);
    return {
      calls,
      candidate: recallOf(index, replayed, candidate),
      before: { version: before?.version ?? null, recallAt12: recallOf(index, replayed, before?.ranker) },
    };
  }
}

function recallOf(
  index: CatalogueIndex,
  calls: readonly LoggedCall[],
  learned: LearnedRanker | undefined,
): number {
  const known = calls.filter(({ tool }) => index.placeOf(tool) !== undefined);
  const found = known.filter(({ text, tool }) =>
    rankTools({ index, message: text, most: RECALL_AT, learned }).order.includes(index.placeOf(tool)!),
  );
  return known.length === 0 ? 0 : Math.round((found.length / known.length) * 10_000) / 10_000;
}

function noWorse({ candidate, before }: RankerComparison): boolean {
  return candidate === null || before.recallAt12 === null || candidate >= before.recallAt12 - TOLERATED_LOSS;
}
