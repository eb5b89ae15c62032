import type { z } from 'zod';
import { TurnpikeError } from '#contracts';

/** A payload that somebody has edited does not fit its job. */
export class OutboxTaskPayloadError extends TurnpikeError {
  constructor(job: string, error: z.ZodError) {
    const issues = error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`);
    super(`The payload does not fit ${job}: ${issues.join('; ')}.`, {
      code: 'PAYLOAD_INVALID',
      kind: 'invalid',
      pointer: '/payload',
    });
  }
}
