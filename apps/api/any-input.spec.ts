import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { forAllAsync } from '../../test/harness/for-all.ts';
import { inTime } from '../../test/harness/in-time.ts';
import { describeWith } from '../../test/harness/services.ts';
import { addressOf, type DocumentedRoute } from './testing/documented-routes.ts';
import { asText, forgedCursor, nastyText, nearly, toJsonText } from '../../libs/contracts/testing/nearly.ts';
import { serveApi, type ServedApi } from './testing/served-api.fixture.ts';

const FUZZ_RUNS_PER_ROUTE = 60;
const FORGED_CURSORS_PER_ROUTE = 200;
/** Parameters whose good values take long. */
const BRIEF: Record<string, fc.Arbitrary<string>> = {
  wait: fc.constantFrom('0', '0.01', '-1', '1e9', 'soon', ''),
};

describeWith('postgres', 'any input to a documented route', () => {
  let api: ServedApi;
  beforeAll(async () => {
    api = await serveApi();
  });
  afterAll(() => api?.stop());

  it('has no 500 for any input, and no answer that is not documented (property)', async () => {
    for (const route of api.routes) {
      const known = { uuid: Object.values(api.own.ids), contact: ['ann'], channel: ['chat'] };
      await forAllAsync(
        FUZZ_RUNS_PER_ROUTE,
        addresses(route),
        bodies(route, known),
        headersLike(),
        async (address, body, headers) => {
          const { status, text } = await inTime(
            api.call({ route, address, ...body, headers }),
            `${route.name} ${address}`,
          );
          if (status >= 500 || !route.statuses.includes(String(status)))
            throw new Error(`${route.name} ${address} answered ${status}: ${text}`);
        },
      );
    }
  });

  it('has no 500 for a cursor that was forged (property)', async () => {
    const lists = api.routes.filter(({ queryParameters }) =>
      queryParameters.some(({ name }) => name === 'cursor'),
    );
    expect(lists.length).toBeGreaterThanOrEqual(3);
    for (const route of lists)
      await forAllAsync(FORGED_CURSORS_PER_ROUTE, forgedCursor, async (cursor) => {
        const address = `${addressOf(route, api.own.ids)}?cursor=${cursor}`;
        const { status, text } = await inTime(api.call({ route, address }), address);
        if (status >= 500) throw new Error(`${address} answered ${status}: ${text}`);
      });
  });

  /** Own ids among them, but where the answer to a good one has no end. */
  function addresses(route: DocumentedRoute): fc.Arbitrary<string> {
    const values = route.pathParameters.map(({ name }) => {
      const ownId = api.own.ids[name] ?? '';
      const strange = fc
        .oneof(nastyText, fc.constant(randomUUID()))
        .filter((id) => id.length > 0 && id !== ownId);
      return [name, route.streams ? strange : fc.oneof(fc.constant(ownId), strange)] as const;
    });
    const queries = route.queryParameters.map(
      ({ name, schema }) => [name, BRIEF[name] ?? nearly(schema).map(asText)] as const,
    );
    return fc
      .tuple(
        fc.record(Object.fromEntries(values)),
        fc.record(Object.fromEntries(queries), { requiredKeys: [] }),
      )
      .map(([ids, query]) => {
        const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encode(String((ids as Record<string, unknown>)[name])),
        );
        const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(String(value))}`);
        return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
      });
  }

  function bodies(
    { body }: DocumentedRoute,
    known: Record<string, string[]>,
  ): fc.Arbitrary<{ body?: unknown }> {
    return body
      ? nearly(body, known).map((value) => ({ body: toJsonText(value) }))
      : fc.constant<{ body?: unknown }>({});
  }

  /** Headers that routes read; what cannot stand in one is no input. */
  function headersLike(): fc.Arbitrary<Record<string, string>> {
    const text = fc.string({ unit: fc.constantFrom('a', '7', '-', '=', '"', 'ÿ', ' ') });
    return fc.record(
      { 'last-event-id': fc.oneof(text, forgedCursor), 'idempotency-key': text },
      { requiredKeys: [] },
    );
  }
});

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
