import { setTimeout as delay } from 'node:timers/promises';
import type { AppProcess } from '../../harness/app-process.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import type { Installation } from '../../harness/installation.ts';
import { whileRefused } from '../../harness/refused-connections.ts';
import type { OwnRedis } from './own-redis.ts';
import { replayJobs } from './replays.ts';
import type { DatabaseProxy } from '../database-proxy.ts';
import type { SmallDisk } from './small-disk.ts';

/** Faults of a run in addition to killed processes (`Kills`), with their relative frequency. */
export const faultWeights = {
  /** PostgreSQL closes every connection and refuses new ones for a moment, as during a restart. */
  database: 2,
  /** Redis is killed and comes back with the data in its append-only log. */
  redis: 1,
  /** Redis is killed and comes back empty. */
  'redis-empty': 1,
  /** Redis accepts connections but does not respond for a while. */
  'redis-hung': 1,
  /** Every packet to and from the database is delayed for a while. */
  'slow-database': 1,
  /** The disk under the database is full for a while. Needs root: see `SmallDisk`. */
  'full-disk': 1,
  /** A worker is stopped until others have taken over its turns, then continued. */
  'frozen-worker': 1,
  /** Jobs are enqueued again for turns that have ended, that run, and that are not yet due. */
  replay: 2,
  /** The clock of a process jumps by up to ten minutes, forwards or back. */
  clock: 1,
} as const;
export type Fault = keyof typeof faultWeights;

const DATABASE_AWAY_MS = 1_500;
const REDIS_AWAY_MS = 1_000;
/** Longer than the 2 s timeout of a Redis command. */
const REDIS_HUNG_MS = 3_000;
const SLOW_PACKET_MS = 100;
const SLOW_FOR_MS = 3_000;
const DISK_FULL_MS = 3_000;
/** Longer than the lease of a turn. */
const FROZEN_MS = 8_000;
const MAX_CLOCK_JUMP_MS = 600_000;

export interface FaultTargets {
  turnpike: Installation;
  redis: OwnRedis | undefined;
  link: DatabaseProxy;
  /** Set if the run has a disk of its own. */
  disk: SmallDisk | undefined;
  dice: SeededRandom;
}

/** Injects the fault; resolves when the affected service works again. */
export async function inject(fault: Fault, targets: FaultTargets): Promise<void> {
  const { turnpike, redis, link, disk, dice } = targets;
  switch (fault) {
    case 'database':
      return whileRefused({ settings: turnpike.database }, () => delay(DATABASE_AWAY_MS));
    case 'redis':
      return redis?.killAndRestart({ keepData: true, awayMs: REDIS_AWAY_MS });
    case 'redis-empty':
      return redis?.killAndRestart({ keepData: false, awayMs: REDIS_AWAY_MS });
    case 'redis-hung':
      return redis?.hang(REDIS_HUNG_MS);
    case 'slow-database':
      return link.slowDown(SLOW_PACKET_MS, SLOW_FOR_MS);
    case 'full-disk':
      return disk && fillDisk(disk);
    case 'frozen-worker':
      return running(turnpike, dice)?.freeze(FROZEN_MS);
    case 'replay':
      return replayJobs(turnpike);
    case 'clock': {
      const worker = running(turnpike, dice);
      const jumpMs = (dice.next() * 2 - 1) * MAX_CLOCK_JUMP_MS;
      return worker?.moveClock(new Date(Date.now() + jumpMs)).catch((error: unknown) => {
        if (worker.running) throw error;
      });
    }
  }
}

/** A running worker that has not been killed; undefined while all are starting. */
function running({ workers }: Installation, dice: SeededRandom): AppProcess | undefined {
  const found = workers.filter((worker) => worker.running);
  return found.length > 0 ? dice.pick(found) : undefined;
}

async function fillDisk(disk: SmallDisk): Promise<void> {
  await disk.fill();
  try {
    await delay(DISK_FULL_MS);
  } finally {
    await disk.free();
  }
}
