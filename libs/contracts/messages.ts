import { z } from 'zod';
import { channelName, contactId, storableText, uuid } from './ids.ts';

export const MAX_MESSAGE_CHARACTERS = 32_000;
const MAX_EXTERNAL_ID_CHARACTERS = 200;
const MAX_METADATA_BYTES = 8 * 1024;

/** `pack/name`, or the bare name of an agent. */
export const agentName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]*(\/[a-z][a-z0-9_-]*)?$/,
    'expected an agent such as "searcher" or "estio/searcher"',
  );

export const author = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contact') }),
  z.strictObject({ kind: z.literal('staff'), user: storableText(100) }),
]);
export type Author = z.infer<typeof author>;

const metadata = z
  .record(z.string().max(100), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= MAX_METADATA_BYTES,
    `expected at most ${MAX_METADATA_BYTES} bytes of JSON`,
  );

/** Body of `POST /v1/messages`. Unknown fields are refused by name. */
export const acceptMessage = z
  .strictObject({
    conversationId: uuid.optional(),
    contact: contactId.optional(),
    channel: channelName.optional(),
    text: z
      .string()
      .max(MAX_MESSAGE_CHARACTERS)
      .refine((text) => text.trim().length > 0, 'expected a message that is not empty')
      .refine((text) => !text.includes('\u0000'), 'expected text without NUL characters'),
    pack: z
      .string()
      .regex(/^[a-z][a-z0-9_-]*$/)
      .optional(),
    agent: agentName.optional(),
    newConversation: z.boolean().optional(),
    author: author.optional(),
    externalId: storableText(MAX_EXTERNAL_ID_CHARACTERS).optional(),
    metadata: metadata.optional(),
  })
  .superRefine((body, context) => {
    if (body.conversationId) {
      for (const field of ['contact', 'channel', 'newConversation'] as const) {
        if (body[field] !== undefined) {
          context.addIssue({ code: 'custom', path: [field], message: `not together with conversationId` });
        }
      }
      return;
    }
    for (const field of ['contact', 'channel'] as const) {
      if (body[field] === undefined) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'required when there is no conversationId',
        });
      }
    }
  });
export type AcceptMessage = z.infer<typeof acceptMessage>;

/** The 202 answer. */
export const acceptedMessage = z.object({
  turnId: uuid,
  conversationId: uuid,
  traceId: z.string(),
  state: z.string(),
  links: z.object({ self: z.string(), events: z.string() }),
});
export type AcceptedMessage = z.infer<typeof acceptedMessage>;
