import { TurnpikeError } from '#contracts';

/** The process goes down: whoever waits for a program runs it again elsewhere, and replays what was recorded. */
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

/** The program cannot go on before a call is answered that this run gets no answer to; it is to be run again then. */
export class ProgramWaitsError extends Error {
  constructor() {
    super('The program waits for calls that are not answered in this run');
    this.name = 'ProgramWaitsError';
  }
}
