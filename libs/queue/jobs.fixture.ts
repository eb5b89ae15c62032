import { jobNames, type JobName, type JobProcessor, type JobRun, type JobWorkers } from './index.ts';

export type Logger = ConstructorParameters<typeof JobWorkers>[2]['logger'];

export const quiet: Logger = { warn: () => undefined, error: () => undefined };

/** A logger that records the fields of its entries. */
export function recording(): Logger & { warnings: unknown[]; errors: unknown[] } {
  const [warnings, errors]: [unknown[], unknown[]] = [[], []];
  return {
    warnings,
    errors,
    warn: (fields: unknown) => void warnings.push(fields),
    error: (fields: unknown) => void errors.push(fields),
  };
}

export function processorOf(
  job: JobName,
  process: JobProcessor['process'] = async () => undefined,
): JobProcessor {
  return { job, process };
}

/** One processor for each job: `process` for chat turns, and one that does nothing for all other jobs. */
export function processorsOfChat(process: (turnId: string, run: JobRun) => Promise<void>): JobProcessor[] {
  return jobNames.map((name) =>
    name === 'turn.chat'
      ? processorOf(name, (payload, run) => process((payload as { turnId: string }).turnId, run))
      : processorOf(name),
  );
}
