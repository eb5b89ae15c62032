import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#database';
import { TaskOutputRepository } from './task-output.repository.ts';

/** Later calls weigh more: of what a task used to need, this share is left after each call. */
const MEMORY = 0.95;
/** Until there are so many calls their mean says little. */
const LEAST_CALLS = 5;
/** What was learned is written, and what other processes learned is read, this often. */
const EXCHANGE_MS = 30_000;

interface Learned {
  meanTokens: number;
  calls: number;
}

/**
 * How many output tokens the calls of a task take, per org, as its last turns show. Routes read it from memory; it is
 * exchanged with the other processes beside the turns, so that a new process does not begin with nothing.
 */
@Injectable()
export class LearnedOutputs {
  private known = new Map<string, Learned>();
  /** Of calls since the last exchange. */
  private fresh = new Map<string, Learned>();
  private timer: NodeJS.Timeout | undefined;
  private exchanging: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'asPlatform'>,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  /** Begins with what others have learned. */
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

  /** Undefined until enough calls have been made. */
  expected(orgId: string | undefined, taskType: string): number | undefined {
    const name = nameOf(orgId ?? '', taskType);
    const known = merged(this.known.get(name), this.fresh.get(name));
    return known && known.calls >= LEAST_CALLS ? Math.round(known.meanTokens) : undefined;
  }

  note(orgId: string, taskType: string, outputTokens: number): void {
    const name = nameOf(orgId, taskType);
    this.fresh.set(name, merged(this.fresh.get(name), { meanTokens: outputTokens, calls: 1 })!);
  }

  /** Writes what was learned here and reads what all have learned. */
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
      this.logger.warn({ err: error }, 'what tasks use could not be exchanged with the other processes');
    }
  }

  private plan(): void {
    this.exchanging = this.exchanging.then(() => this.exchange());
  }
}

/** What is left of the earlier mean after the later calls, and theirs. */
function merged(earlier: Learned | undefined, later: Learned | undefined): Learned | undefined {
  if (!earlier || !later) return later ?? earlier;
  const calls = earlier.calls + later.calls;
  // While there are few, all weigh the same.
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
