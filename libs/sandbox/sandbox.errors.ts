import { TurnpikeError } from '#contracts';

/** The process is shutting down. The caller runs the program again in another process, with its recorded answers. */
export class SandboxStoppedError extends TurnpikeError {
  constructor() {
    super('The sandbox has been stopped.', {
      code: 'SANDBOX_STOPPED',
      kind: 'unavailable',
      audience: 'operator',
      retry: 'retry',
    });
  }
}

/** The program waits for calls without an answer in this run. The caller runs it again when they are answered. */
export class ProgramWaitsError extends Error {
  constructor() {
    super('The program waits for calls that are not answered in this run');
    this.name = 'ProgramWaitsError';
  }
}
