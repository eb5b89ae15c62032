import type { z } from 'zod';
import { TurnpikeError } from '#contracts';

/** An edited payload does not match the schema of its job. */
export class OutboxTaskPayloadError extends TurnpikeError {
  constructor(job: string, error: z.ZodError) {
    const issues = error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`);
    super(`The payload does not match the schema of ${job}: ${issues.join('; ')}.`, {
      code: 'PAYLOAD_INVALID',
      kind: 'invalid',
      pointer: '/payload',
    });
  }
}
