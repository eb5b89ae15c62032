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
