import { TurnpikeError } from '#contracts';

/** The start cannot go on, and the message tells the person at the terminal what to do about it. */
export class StartRefusedError extends TurnpikeError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, {
      code: 'START_REFUSED',
      kind: 'not_configured',
      audience: 'operator',
      cause: options?.cause,
    });
  }
}
