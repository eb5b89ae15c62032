import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#database';
import { ModelBreakers } from './model-breakers.ts';
import { CircuitRepository } from './circuit.repository.ts';

/** Interval of reports; a changed circuit is reported immediately. */
const REPORT_MS = 10_000;

/** Injection token of the name of this process in the console. */
export const APP_NAME = Symbol('AppName');

@Injectable()
export class CircuitReports {
  private readonly process = randomUUID();
  private unsubscribe: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> | undefined;
  private again = false;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CircuitRepository) private readonly repository: CircuitRepository,
    @Inject(ModelBreakers) private readonly breakers: ModelBreakers,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'warn'>,
    @Inject(APP_NAME) private readonly app: string,
  ) {}

  start(): void {
    this.unsubscribe = this.breakers.onChange(() => this.report());
    this.timer = setInterval(() => {
      if (this.breakers.seen().length > 0) this.report();
    }, REPORT_MS);
    this.timer.unref();
  }

  /** Removes the rows of this process. */
  async close(): Promise<void> {
    this.unsubscribe?.();
    clearInterval(this.timer);
    await this.reporting;
    if (this.breakers.seen().length > 0) await this.write([]);
  }

  /** Reports run one after another; changes during a report are combined into the next one. */
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
