import { z } from 'zod';
import { boundedJson } from '../values/bounded-json.ts';
import { callbackUrl } from '../values/callback-url.ts';
import { channelName, contactId, storableText, UNSTORABLE, uuid, WITHOUT_NUL } from '../values/ids.ts';

export const MAX_MESSAGE_CHARACTERS = 32_000;
const MAX_EXTERNAL_ID_CHARACTERS = 200;
const MAX_METADATA_BYTES = 8 * 1024;

/** `pack/name`, or the bare name of an agent. */
export const agentName = z
  .string()
  .regex(
    /^([a-z][a-z0-9_-]{0,63}\/)?[a-zA-Z][a-zA-Z0-9_-]{0,63}$/,
    'expected an agent such as "searcher" or "estio/searcher"',
  );

export const author = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('contact') }),
  z.strictObject({ kind: z.literal('staff'), user: storableText(100) }),
]);
const metadata = z
  .record(z.string().max(100).regex(WITHOUT_NUL, UNSTORABLE), boundedJson)
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_METADATA_BYTES,
    `expected at most ${MAX_METADATA_BYTES} bytes of JSON`,
  );

const MAX_ATTACHMENTS = 4;
const MAX_ATTACHMENT_URL_CHARACTERS = 2_048;
const NO_HTTP_URL = 'expected an http or https URL';

/** An attachment of a message: a URL that the worker fetches, or an uploaded file. */
export const attachment = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: NO_HTTP_URL })
      .regex(/^[Hh][Tt][Tt][Pp][Ss]?:/, NO_HTTP_URL)
      .max(MAX_ATTACHMENT_URL_CHARACTERS)
      .refine(
        (url) => url.isWellFormed() && !url.includes('\u0000'),
        'expected a URL without broken characters',
      )
      .optional()
      .describe('Fetched when the turn runs; public addresses only, at most 10 MiB.'),
    fileId: uuid.optional().describe('Id from POST /v1/files.'),
  })
  .refine((value) => (value.url === undefined) !== (value.fileId === undefined), 'expected a url or a fileId')
  .meta({ oneOf: [{ required: ['url'] }, { required: ['fileId'] }] });

const REQUIRED_WITHOUT_CONVERSATION = ['contact', 'channel'];
const NOT_WITH_CONVERSATION = ['contact', 'channel', 'newConversation'];

/** A message either continues a conversation or names its contact and channel. */
function checkConversation(body: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (body.conversationId) {
    for (const field of NOT_WITH_CONVERSATION)
      if (body[field] !== undefined) refuse(field, 'not together with conversationId');
    return;
  }
  for (const field of REQUIRED_WITHOUT_CONVERSATION)
    if (body[field] === undefined) refuse(field, 'required when there is no conversationId');
}

/** JSON Schema of a forbidden field. */
const FORBIDDEN = { not: {} };
/** The rule of {@link checkConversation} as JSON Schema, for the OpenAPI document. */
const conversationRule = [
  {
    required: ['conversationId'],
    properties: Object.fromEntries(NOT_WITH_CONVERSATION.map((field) => [field, FORBIDDEN])),
  },
  { required: REQUIRED_WITHOUT_CONVERSATION, properties: { conversationId: FORBIDDEN } },
];

const BLANK = 'expected a message that is not empty';

/** Body of `POST /v1/messages`. Unknown fields are rejected, and the error names them. */
export const acceptMessage = z
  .strictObject({
    conversationId: uuid
      .optional()
      .describe('Goes on in this conversation. Not together with contact, channel or newConversation.'),
    contact: contactId
      .optional()
      .describe(
        "Who writes: your own id for that person, at most 128 characters; made known by the first message. contact and channel are required without conversationId, and go on in the contact's latest conversation of the last 24 hours.",
      ),
    channel: channelName
      .optional()
      .describe(
        'Where the message comes from: chat, voice or a lower-case name of your own. Required, with contact, without conversationId.',
      ),
    text: z
      .string()
      .min(1, BLANK)
      .max(MAX_MESSAGE_CHARACTERS)
      .regex(/\S/, BLANK)
      .regex(WITHOUT_NUL, UNSTORABLE)
      .describe('What was written; at most 32,000 characters, and not blank.'),
    pack: z
      .string()
      .regex(/^[a-z][a-z0-9_-]*$/)
      .optional()
      .describe("Pack of a new conversation, such as estio; the org's default pack when absent."),
    agent: agentName
      .optional()
      .describe('Agent that answers, such as searcher or estio/searcher; chosen by intent when absent.'),
    newConversation: z
      .boolean()
      .optional()
      .describe('true begins a conversation even when the contact has a recent one.'),
    author: author
      .optional()
      .describe(
        'Author of the message: the contact (default), or a staff member by handle or id. A staff author requires the scope messages:staff; an admin author also requires a key that acts as an admin.',
      ),
    externalId: storableText(MAX_EXTERNAL_ID_CHARACTERS)
      .optional()
      .describe(
        "The channel's own id of the message, at most 200 characters. The same id on the same channel gives the same turn for ever, also with another text: the answer then says what differs.",
      ),
    callbackUrl: callbackUrl
      .optional()
      .describe(
        "Gets the result as a signed webhook when the turn has ended or waits for a person; the org's own receiver when absent. http or https, at most 2,048 characters.",
      ),
    attachments: z
      .array(attachment)
      .max(MAX_ATTACHMENTS)
      .optional()
      .describe(
        'Images, PDFs and text files, at most 4. An attachment that cannot be fetched or read is reported to the model and does not fail the turn.',
      ),
    stream: z
      .boolean()
      .optional()
      .describe(
        'true if you are about to open the event stream of the turn or its conversation: the reply then comes piece by piece from its first word. Without it, it does so only if a stream is already open; true by default on the channel voice.',
      ),
    metadata: metadata
      .optional()
      .describe(
        'Kept with the turn and given back with it; at most 8,192 bytes of JSON, each value nested at most 32 levels deep, without NUL in any text.',
      ),
  })
  .superRefine(checkConversation, {
    // Runs even if a field is invalid, so that one response reports all errors.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  })
  .meta({
    anyOf: conversationRule,
    example: {
      contact: 'maria',
      channel: 'chat',
      text: 'Find 2 bedroom apartments in Paphos under 200k near the sea',
    },
  });
export type AcceptMessage = z.infer<typeof acceptMessage>;

/** Fields in which a repeated message can differ from the accepted one. */
const contentFields = ['text', 'attachments'] as const;
export type ContentField = (typeof contentFields)[number];

export const acceptedMessage = z.object({
  turnId: uuid.describe('Id of the turn that answers the message.'),
  conversationId: uuid.describe('Conversation that the message went into.'),
  traceId: z.string().describe('OpenTelemetry trace of the turn, 32 hexadecimal digits.'),
  state: z.string().describe('State of the turn, usually queued.'),
  repeated: z
    .boolean()
    .describe(
      'true when a message with this externalId or Idempotency-Key was accepted before: this is its turn, and nothing was stored now.',
    ),
  differs: z
    .array(z.enum(contentFields))
    .describe(
      'Fields that differ from the message accepted before. The changes are ignored; a new message needs its own externalId.',
    ),
  links: z
    .object({ self: z.string(), events: z.string() })
    .describe('Paths of the turn and of its server-sent events.'),
});
export type AcceptedMessage = z.infer<typeof acceptedMessage>;
