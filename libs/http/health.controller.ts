import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Header, Headers, HttpCode, Inject } from '@nestjs/common';
import { CONFIG, type Config } from '#config';
import { PROMETHEUS_CONTENT_TYPE, renderMetrics } from '#telemetry';
import { ProblemError } from './problem.error.ts';

/** Checks of the services that a process uses, by name. Without an `optional` service it still does its main work. */
export const READINESS_CHECKS = Symbol('ReadinessChecks');
export type ReadinessChecks = Record<string, Check | { optional: Check }>;
type Check = () => Promise<void>;

const CHECK_TIMEOUT_MS = 2_000;

/** Liveness, readiness and Prometheus metrics of one process. */
@Controller()
export class HealthController {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    @Inject(READINESS_CHECKS) private readonly checks: ReadinessChecks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'up' };
  }

  @Get('health/ready')
  @HttpCode(200)
  async ready(): Promise<{ status: string; checks: Record<string, string> }> {
    const entries = await Promise.all(
      Object.entries(this.checks).map(async ([name, check]): Promise<[string, string]> => [
        name,
        await outcomeOf(this.run(name, typeof check === 'function' ? check : check.optional)),
      ]),
    );
    const down = entries.filter(([, outcome]) => outcome !== 'up').map(([name]) => name);
    const missed = down.filter((name) => typeof this.checks[name] === 'function');
    if (missed.length > 0) throw new ProblemError(503, 'not-ready', `Cannot be used: ${missed.join(', ')}.`);
    return { status: down.length > 0 ? 'degraded' : 'up', checks: Object.fromEntries(entries) };
  }

  /** Probes share a check that is running, so that many of them cost no more than one. */
  private run(name: string, check: Check): Promise<void> {
    const running = this.running.get(name) ?? check().finally(() => this.running.delete(name));
    this.running.set(name, running);
    return running;
  }

  @Get('metrics')
  @Header('content-type', PROMETHEUS_CONTENT_TYPE)
  metrics(@Headers('authorization') authorization?: string): Promise<string> {
    const token = this.config.environment.METRICS_TOKEN;
    if (token !== undefined && !isSame(authorization ?? '', `Bearer ${token}`))
      throw new ProblemError(401, 'metrics-token-missing', 'Send METRICS_TOKEN as a bearer token.');
    return renderMetrics();
  }
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const [hash, expected] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return hash !== undefined && expected !== undefined && timingSafeEqual(hash, expected);
}

async function outcomeOf(checked: Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([checked, late]);
    return 'up';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}
