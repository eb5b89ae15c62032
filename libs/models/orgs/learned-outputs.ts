import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#database';
import { TaskOutputRepository } from './task-output.repository.ts';

/** Weight of the earlier mean after each call; later calls weigh more. */
const MEMORY = 0.95;
/** Minimum number of calls for a meaningful mean. */
const LEAST_CALLS = 5;
/** Interval at which learned values are written and those of other processes are read. */
const EXCHANGE_MS = 30_000;

interface Learned {
  meanTokens: number;
  calls: number;
}

/**
 * Learns the mean output tokens per org and task from recent calls. Routes read it from memory. Values are exchanged
 * with other processes in the background, so that a new process starts with them.
 */
@Injectable()
export class LearnedOutputs {
  private known = new Map<string, Learned>();
  /** Calls since the last exchange. */
  private fresh = new Map<string, Learned>();
  private timer: NodeJS.Timeout | undefined;
  private exchanging: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'asPlatform'>,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  /** Loads the values of other processes and starts the exchange. */
  start(): void {
    this.plan();
    this.timer = setInterval(() => this.plan(), EXCHANGE_MS);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.plan();
    await this.exchanging;
  }

  /** Returns the expected output tokens; undefined until there are enough calls. */
  expected(orgId: string | undefined, taskType: string): number | undefined {
    const name = nameOf(orgId ?? '', taskType);
    const known = merged(this.known.get(name), this.fresh.get(name));
    return known && known.calls >= LEAST_CALLS ? Math.round(known.meanTokens) : undefined;
  }

  note(orgId: string, taskType: string, outputTokens: number): void {
    const name = nameOf(orgId, taskType);
    this.fresh.set(name, merged(this.fresh.get(name), { meanTokens: outputTokens, calls: 1 })!);
  }

  /** Writes the local values and reads the shared ones. */
  async exchange(): Promise<void> {
    const written = this.fresh;
    this.fresh = new Map();
    try {
      const rows = await this.database.asPlatform('processes learn for every org', async (tx) => {
        const repository = new TaskOutputRepository(tx);
        await repository.add(
          [...written].map(([name, learned]) => {
            const [orgId = '', taskType = ''] = partsOf(name);
            return { orgId, taskType, ...learned };
          }),
          MEMORY,
        );
        return repository.all();
      });
      this.known = new Map(rows.map(({ orgId, taskType, ...learned }) => [nameOf(orgId, taskType), learned]));
    } catch (error) {
      for (const [name, learned] of written) this.fresh.set(name, merged(learned, this.fresh.get(name))!);
      this.logger.warn({ err: error }, 'learned output lengths could not be exchanged with other processes');
    }
  }

  private plan(): void {
    this.exchanging = this.exchanging.then(() => this.exchange());
  }
}

/** Merges two means, with the later calls weighted more. */
function merged(earlier: Learned | undefined, later: Learned | undefined): Learned | undefined {
  if (!earlier || !later) return later ?? earlier;
  const calls = earlier.calls + later.calls;
  // Few calls are weighted equally.
  const kept = Math.min(MEMORY ** later.calls, earlier.calls / calls);
  return { calls, meanTokens: earlier.meanTokens * kept + later.meanTokens * (1 - kept) };
}

function nameOf(orgId: string, taskType: string): string {
  return `${orgId}/${taskType}`;
}

function partsOf(name: string): string[] {
  const at = name.indexOf('/');
  return [name.slice(0, at), name.slice(at + 1)];
}
