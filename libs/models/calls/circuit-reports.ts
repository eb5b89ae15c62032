import { randomUUID } from 'node:crypto';
import type { Clock } from '#config';
import type { Database } from '#database';
import type { ModelBreakers } from './model-breakers.ts';
import { CircuitRepository } from './circuit.repository.ts';

/** Processes say this often how their circuits are, and at once when one changes. */
const REPORT_MS = 10_000;

export interface CircuitReportsLogger {
  warn(context: object, message: string): void;
}

/** Tells the console how the circuits of this process are. */
export class CircuitReports {
  private readonly process = randomUUID();
  private readonly repository: CircuitRepository;
  private endListening: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> | undefined;
  private again = false;

  constructor(
    private readonly database: Database,
    clock: Clock,
    private readonly breakers: ModelBreakers,
    private readonly logger: CircuitReportsLogger,
    /** `worker`, `api` or `mcp`. */
    private readonly app: string,
  ) {
    this.repository = new CircuitRepository(clock);
  }

  start(): void {
    this.endListening = this.breakers.onChange(() => this.report());
    this.timer = setInterval(() => {
      if (this.breakers.seen().length > 0) this.report();
    }, REPORT_MS);
    this.timer.unref();
  }

  /** The rows go with the process. */
  async close(): Promise<void> {
    this.endListening?.();
    clearInterval(this.timer);
    await this.reporting;
    if (this.breakers.seen().length > 0) await this.write([]);
  }

  /** One after the other; changes that come meanwhile are one report afterwards. */
  private report(): void {
    this.again = true;
    this.reporting ??= (async () => {
      while (this.again) {
        this.again = false;
        await this.write(this.breakers.seen());
      }
      this.reporting = undefined;
    })();
  }

  private async write(circuits: ReturnType<ModelBreakers['seen']>): Promise<void> {
    try {
      await this.database.asPlatform('processes report on the circuits of all models', (tx) =>
        this.repository.report(tx, this.process, this.app, circuits),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'the circuits of models could not be reported');
    }
  }
}
