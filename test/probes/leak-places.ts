import fc from 'fast-check';
import { nearly, toJsonText, type Schema } from '../../libs/contracts/testing/nearly.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { pathOf, type ProbeRequest, type ServedRoute } from './servers.ts';
import type { Strangers } from './strangers.ts';

/** A user or key of the own orgs. */
export interface Actor {
  name: string;
  server: ServedRoute['server'];
  headers: Record<string, string>;
}

export interface Probe {
  /** Route and part of the request, such as `GET /v1/turns/{turnId} path turnId`. */
  place: string;
  request: ProbeRequest;
  /**
   * The strangers' values that were sent. They may appear in the error that says that the row does not exist. Null if
   * they may have been stored, and may appear in other responses too.
   */
  sent: string[] | null;
  /** True for an id in the path: the only valid response is a rejection. */
  mustRefuse: boolean;
}

/** A part of a request that can contain values of the strangers. */
export interface Place {
  name: string;
  server: ServedRoute['server'];
  probe(actor: Actor, dice: SeededRandom): Probe;
}

/** Headers whose value a caller may choose freely. */
const HEADERS =
  'idempotency-key last-event-id x-org x-org-id mcp-session-id x-forwarded-host traceparent'.split(' ');
/** Routes that end the own session, or begin another one. */
const OF_SESSIONS = /^(DELETE|POST) \/admin\/(session|invitations\/(open|accept))$/;
/** False for streams, because a successful response does not end. */
const brief = (route: ServedRoute) => !route.streams;

export function placesOf(
  routes: readonly ServedRoute[],
  strangers: Strangers,
  ownId: (route: ServedRoute, parameter: string) => string,
): Place[] {
  return routes
    .filter(({ name }) => !OF_SESSIONS.test(name))
    .flatMap((route) => placesOfRoute(route, strangers, ownId));
}

function placesOfRoute(
  route: ServedRoute,
  strangers: Strangers,
  ownId: (route: ServedRoute, parameter: string) => string,
): Place[] {
  const place = (
    part: string,
    make: (dice: SeededRandom) => Pick<Probe, 'sent'> & {
      url: string;
      headers?: Record<string, string>;
      body?: unknown;
      mustRefuse?: boolean;
    },
  ): Place => ({
    name: `${route.name} ${part}`,
    server: route.server,
    probe: (actor, dice) => {
      const { url, headers, sent, mustRefuse = false, ...made } = make(dice);
      const body = 'body' in made ? made.body : route.body && anyBody(route.body, {}, dice);
      return {
        place: `${route.name} ${part}`,
        sent,
        mustRefuse,
        request: {
          server: route.server,
          method: route.method,
          url,
          headers: {
            ...actor.headers,
            ...headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { payload: toJsonText(body) }),
        },
      };
    },
  });
  const own = (parameter: string) => ownId(route, parameter);
  const ofPath = route.pathParameters.map(({ name, schema }) =>
    place(`path ${name}`, (dice) => {
      const value = valueFor(schema, strangers, dice);
      const url = pathOf(route, (parameter) => (parameter === name ? value : own(parameter)));
      return { url, sent: [value], mustRefuse: schema.format === 'uuid' };
    }),
  );
  if (!brief(route)) return ofPath;
  const ofQuery = route.queryParameters.map(({ name, schema }) =>
    place(`query ${name}`, (dice) => {
      const value =
        name === 'cursor'
          ? dice.pick(strangers.cursors)
          : name === 'org'
            ? strangers.slug
            : valueFor(schema, strangers, dice);
      return { url: `${pathOf(route, own)}?${name}=${encodeURIComponent(value)}`, sent: [value] };
    }),
  );
  const { body } = route;
  const ofBody = body
    ? [
        place('body', (dice) => {
          const known = knownOf(body, strangers, dice);
          const made = anyBody(body, known, dice);
          return { url: pathOf(route, own), body: made, sent: null };
        }),
      ]
    : [];
  const ofHeaders = HEADERS.map((header) =>
    place(`header ${header}`, (dice) => {
      const value = dice.pick(dice.below(2) === 0 ? strangers.marks.ids : strangers.marks.texts);
      return { url: pathOf(route, own), headers: { [header]: value }, sent: [value] };
    }),
  );
  return [...ofPath, ...ofQuery, ...ofBody, ...ofHeaders];
}

/** A value of the strangers that the parameter accepts. */
function valueFor(
  { format, pattern }: Schema & { pattern?: string },
  strangers: Strangers,
  dice: SeededRandom,
): string {
  if (format === 'uuid') return dice.pick(strangers.marks.ids);
  const any = dice.pick(dice.below(3) === 0 ? strangers.marks.ids : strangers.marks.texts);
  if (pattern === undefined || new RegExp(pattern).test(any)) return any;
  const bare = any.replaceAll('-', '');
  return [bare, bare.slice(0, 16)].find((value) => new RegExp(pattern).test(value)) ?? any;
}

/** Values of the strangers for every text field of the body. */
function knownOf(schema: Schema, strangers: Strangers, dice: SeededRandom): Record<string, string[]> {
  const known: Record<string, string[]> = {
    uuid: Array.from({ length: 3 }, () => dice.pick(strangers.marks.ids)),
  };
  const visit = (part: Schema) => {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (property.type === 'string' && !property.enum)
        known[name] = name === 'org' ? [strangers.slug] : [valueFor(property, strangers, dice)];
      visit(property);
    }
    for (const choice of [...(part.oneOf ?? []), ...(part.anyOf ?? []), ...(part.items ? [part.items] : [])])
      visit(choice);
  };
  visit(schema);
  return known;
}

const anyBody = (schema: Schema, known: Record<string, string[]>, dice: SeededRandom): unknown =>
  fc.sample(nearly(schema, known), { numRuns: 1, seed: dice.below(2 ** 31) })[0];
