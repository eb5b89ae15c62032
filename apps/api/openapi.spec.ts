import { Ajv2020 } from 'ajv/dist/2020.js';
import type { z } from 'zod';
import { acceptMessage, approvalDecision, shareLocation, turnView } from '#contracts';
import { documentedSchema } from './documented-schema.ts';
import { buildOpenApiDocument } from './openapi.ts';
import { documentedRoutes } from './testing/documented-routes.ts';

const ID = '019a0000-0000-7000-8000-000000000000';
const message = (more: object) => ({ text: 'Hello', contact: 'ann', channel: 'chat', ...more });

describe('the document', () => {
  let document: Awaited<ReturnType<typeof buildOpenApiDocument>>;
  beforeAll(async () => {
    document = await buildOpenApiDocument();
  });

  it('is OpenAPI 3.1 throughout', () => {
    expect(document.openapi).toBe('3.1.0');
    const text = JSON.stringify(document);
    for (const older of ['"nullable":', '"exclusiveMinimum":true', '"exclusiveMaximum":true', '"$schema"'])
      expect(text).not.toContain(older);
  });

  it('declares no bearer format, and requires a trace id in problems', () => {
    expect(document.components?.securitySchemes?.bearer).not.toHaveProperty('bearerFormat');
    expect(document.components?.schemas?.Problem).toMatchObject({
      required: expect.arrayContaining(['traceId']),
    });
  });

  it('names operations, types and tags for clients that are made of it', () => {
    const operations = Object.values(document.paths).flatMap(
      (path) => Object.values(path) as { operationId?: string; tags?: string[]; responses: object }[],
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(operations.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
    expect(ids).toEqual(
      expect.arrayContaining(['sendMessage', 'getTurn', 'listTurns', 'streamTurnEvents', 'decideApproval']),
    );
    expect(document.servers).toEqual([expect.objectContaining({ url: '/' })]);
    const described = new Set(
      document.tags?.filter(({ description }) => description).map(({ name }) => name),
    );
    expect(new Set(operations.flatMap(({ tags = [] }) => tags))).toEqual(described);
  });

  it('shares the schemas of what it takes and answers, and refers to none that it lacks', () => {
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names).toEqual(
      expect.arrayContaining(['Turn', 'TurnPage', 'Message', 'Conversation', 'Problem', 'SendMessage']),
    );
    const text = JSON.stringify(document);
    const named = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
    expect(new Set(named)).toEqual(new Set(names.map((name) => `#/components/schemas/${name}`)));
    expect(text).not.toContain('$defs');
    for (const { name, statuses } of documentedRoutes(document)) {
      const [verb = '', path = ''] = name.split(' ');
      const { responses } = (document.paths[path] as Record<string, { responses: Record<string, object> }>)[
        verb.toLowerCase()
      ] ?? { responses: {} };
      for (const status of statuses) {
        const json = (responses[status] as { content?: Record<string, { schema: object }> }).content?.[
          'application/json'
        ];
        if (json) expect([name, json.schema]).toEqual([name, { $ref: expect.any(String) }]);
      }
    }
  });

  it('says of a turn what its validator says, and of a body that has a name', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    const fits = (name: string, value: unknown) =>
      ajv.validate({ $ref: `document#/components/schemas/${name}` }, value);
    const totals = {
      promptTokens: 1,
      cachedTokens: 0,
      completionTokens: 1,
      costUsd: 0,
      modelRounds: 1,
      toolCalls: 0,
    };
    const turn = {
      id: ID,
      conversationId: ID,
      traceId: 'a'.repeat(32),
      state: 'completed',
      agent: null,
      channel: 'chat',
      reply: { messageId: ID, text: 'Hello' },
      error: null,
      totals,
      createdAt: '2026-11-01T00:00:00Z',
      startedAt: null,
      finishedAt: null,
      metadata: {},
      feedback: [],
      waitsFor: null,
      links: { self: '/', events: '/' },
    };
    for (const value of [turn, { ...turn, state: 'lost' }, { ...turn, totals: {} }, { ...turn, error: {} }])
      expect(fits('Turn', value)).toBe(turnView.safeParse(value).success);
    expect(fits('TurnPage', { items: [turn], nextCursor: null })).toBe(true);
    expect(fits('TurnPage', { items: [{}], nextCursor: null })).toBe(false);
    expect(fits('SendMessage', message({}))).toBe(true);
    for (const body of [message({}), message({ text: '' }), { text: 'Hello' }])
      expect(fits('SendMessage', body)).toBe(acceptMessage.safeParse(body).success);
  });

  it('says with which headers an error comes', () => {
    for (const operations of Object.values(document.paths))
      for (const { responses } of Object.values(operations as Record<string, { responses: object }>)) {
        expect(responses).toHaveProperty(['401', 'headers', 'WWW-Authenticate']);
        expect(responses).toHaveProperty(['503', 'headers', 'Retry-After']);
        if ('429' in responses) expect(responses).toHaveProperty(['429', 'headers', 'Retry-After']);
      }
  });

  it.each([
    ['POST /v1/messages', 'wait', { type: 'number', minimum: 0, maximum: 25 }],
    ['POST /v1/messages', 'Idempotency-Key', { type: 'string', minLength: 1, maxLength: 255 }],
    ['GET /v1/turns', 'limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }],
    ['GET /v1/approvals', 'cursor', { type: 'string', minLength: 1, maxLength: 500 }],
    ['GET /v1/turns/{turnId}/events', 'Last-Event-ID', { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 }],
    [
      'GET /v1/conversations/{conversationId}/events',
      'Last-Event-ID',
      { type: 'string', minLength: 1, maxLength: 4_000 },
    ],
    [
      'GET /v1/conversations/{conversationId}/artifacts/{artifactKind}',
      'artifactKind',
      { type: 'string', maxLength: 64, pattern: expect.any(String) },
    ],
  ])('says of %s what its %s has to be', (name, parameter, schema) => {
    const route = documentedRoutes(document).find((candidate) => candidate.name === name);
    expect(route?.parameters.find((candidate) => candidate.name === parameter)?.schema).toMatchObject(schema);
  });

  it.each<[string, boolean, unknown]>([
    ['a contact and a channel', true, message({})],
    ['a conversation', true, { text: 'Hello', conversationId: ID }],
    ['neither', false, { text: 'Hello' }],
    ['half of them', false, { text: 'Hello', contact: 'ann' }],
    ['both', false, message({ conversationId: ID })],
    ['a new conversation in an old one', false, { text: 'Hello', conversationId: ID, newConversation: true }],
    ['no text', false, message({ text: '' })],
    ['blank text', false, message({ text: ' \n\t' })],
    ['text with NUL', false, message({ text: 'a\u0000b' })],
    ['text of several lines', true, message({ text: '\n a \n b \n' })],
    ['a contact with NUL', false, message({ contact: 'a\u0000b' })],
    ['an attachment by address', true, message({ attachments: [{ url: 'https://example.com/a.png' }] })],
    ['an attachment by id', true, message({ attachments: [{ fileId: ID }] })],
    ['a file by both', false, message({ attachments: [{ url: 'https://example.com/a', fileId: ID }] })],
    ['an attachment by nothing', false, message({ attachments: [{}] })],
    ['an attachment of another scheme', false, message({ attachments: [{ url: 'ftp://example.com/a' }] })],
    ['a receiver', true, message({ callbackUrl: 'HTTPS://example.com:8443?a=b@c' })],
    ['a receiver of another scheme', false, message({ callbackUrl: 'ftp://example.com' })],
    ['a receiver without a scheme', false, message({ callbackUrl: 'example.com' })],
    ['a receiver with a password', false, message({ callbackUrl: 'https://ann:secret@example.com' })],
    ['metadata', true, message({ metadata: { ['k'.repeat(100)]: [1, { a: null }] } })],
    ['metadata with NUL in a name', false, message({ metadata: { 'a\u0000b': 1 } })],
    ['metadata with a long name', false, message({ metadata: { ['k'.repeat(101)]: 1 } })],
  ])('says of a message with %s what the validator says: %s', (_what, fits, body) => {
    expect(acceptMessage.safeParse(body).success).toBe(fits);
    expect(documentTakes(acceptMessage, body)).toBe(fits);
  });

  it.each<[boolean, string]>([
    [true, 'Agreed'],
    [false, ''],
    [false, ' \t'],
    [false, 'a\u0000b'],
  ])('says of a comment to a decision what the validator says: %s for %j', (fits, comment) => {
    const body = { decision: 'approve', comment };
    expect(approvalDecision.safeParse(body).success).toBe(fits);
    expect(documentTakes(approvalDecision, body)).toBe(fits);
  });

  it.each<[boolean, unknown]>([
    [true, { consent: true, position: { latitude: 1, longitude: 2 } }],
    [true, { consent: true, city: 'Paphos' }],
    [true, { consent: true, country: 'Cyprus' }],
    [false, { consent: true }],
    [false, { consent: false, city: 'Paphos' }],
    [false, { consent: true, city: '' }],
  ])('says of a location what the validator says: %s for %j', (fits, body) => {
    expect(shareLocation.safeParse(body).success).toBe(fits);
    expect(documentTakes(shareLocation, body)).toBe(fits);
  });
});

/** A validator made of the document alone, as a client has it. */
function documentTakes(schema: z.ZodType, body: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.validate(documentedSchema(schema, 'input'), body);
}
