import { z } from 'zod';
import type { MailMessage } from '#pack-kit';
import { OutboundError } from '../outbound.errors.ts';

const MAX_RECIPIENTS = 50;
const MAX_SUBJECT_CHARACTERS = 500;
const MAX_TEXT_CHARACTERS = 500_000;
const MAX_KEY_CHARACTERS = 300;
const MAX_ATTACHMENTS = 10;
/** Maximum size of all attachments of a mail together. */
const MAX_ATTACHMENT_BYTES = 5 * 1_024 * 1_024;

const address = z.email('expected an address such as name@example.com').max(254);
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => !/[\r\n]/.test(text), 'expected one line');

const mailMessage = z.strictObject({
  to: z.array(address).min(1).max(MAX_RECIPIENTS),
  subject: line(MAX_SUBJECT_CHARACTERS),
  text: z.string().min(1).max(MAX_TEXT_CHARACTERS),
  html: z.string().max(MAX_TEXT_CHARACTERS).optional(),
  replyTo: address.optional(),
  attachments: z
    .array(
      z.strictObject({
        filename: line(200),
        contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/, 'expected a type such as application/pdf'),
        content: z.union([z.string(), z.instanceof(Uint8Array)]),
      }),
    )
    .max(MAX_ATTACHMENTS)
    .default([])
    .refine(
      (all) => all.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) <= MAX_ATTACHMENT_BYTES,
      `expected at most ${MAX_ATTACHMENT_BYTES} bytes in total`,
    ),
  /** Idempotency key of the call: a mail with the same key is sent once. */
  idempotencyKey: z.string().min(1).max(MAX_KEY_CHARACTERS),
});

export type ReadMailMessage = z.output<typeof mailMessage>;

/** @throws OutboundError MAIL_INVALID with the name of the invalid field. */
export function readMailMessage(message: MailMessage): ReadMailMessage {
  const read = mailMessage.safeParse(message);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const why = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`;
  throw new OutboundError(`This mail cannot be sent: ${why}.`, 'VALIDATION_FAILED', {
    code: 'MAIL_INVALID',
    kind: 'invalid',
  });
}
