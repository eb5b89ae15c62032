import fc from 'fast-check';

/** The part of JSON Schema that our documents use. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  /** `{}` for a property that must be absent. */
  not?: Record<string, never>;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  example?: unknown;
}

/** Text that has broken stores and parsers before. */
export const nastyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\u0000', '\ud800', '\udfff', '\\', '"', "'", '%', 'é', '😀') }),
  fc.constantFrom('__proto__', 'constructor', '-1', '1e999', 'null', '0000-00-00T00:00:00Z'),
);

/** Placeholder for JSON that is nested too deeply for `JSON.stringify`; see {@link toJsonText}. */
const deep = fc.constantFrom(100, 10_000, 100_000).map((depth) => `nested ${depth} deep`);
const anything = fc.oneof(fc.jsonValue(), nastyText, deep);

/** The JSON text of a value of {@link nearly}. */
export function toJsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(
    /"nested (\d+) deep"/g,
    (_, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)),
  );
}

/** A value as a parameter of a query. */
export const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const edgeNumber = fc.constantFrom(-40_000, -1, 0, 7.5, 40_000, 2 ** 31 - 1, 2 ** 31);
const edgeDay = fc.constantFrom('0000-01-01', '0000-01-02', '2026-11-20', '9999-12-30', '9999-12-31');
const edgeMoment = fc
  .tuple(edgeDay, fc.constantFrom('T00:00:00Z', 'T23:59:59.999999Z'))
  .map((parts) => parts.join(''));
const edgeId = fc.oneof(fc.uuid(), fc.constant('0123456789abcdef'));

const edgeMarks = fc.array(fc.tuple(edgeNumber, edgeNumber, fc.option(edgeNumber)), { maxLength: 3 });

/** Forged cursors: well-formed, with values that the server has never issued. */
export const forgedCursor = fc
  .oneof(
    edgeNumber,
    fc.tuple(edgeNumber),
    fc.tuple(edgeNumber, edgeNumber),
    fc.tuple(edgeNumber, edgeMarks),
    fc.tuple(edgeMoment, edgeId),
    fc.tuple(edgeMoment, edgeId, fc.oneof(nastyText, fc.constant('a key'))),
    fc.record({ from: edgeMoment, to: edgeMoment, after: edgeNumber }),
    anything,
  )
  .map((place) => Buffer.from(toJsonText(place)).toString('base64url').slice(0, 2_000));

/** Values that mostly conform to `schema`: any part may be replaced by arbitrary JSON. */
export function nearly(schema: Schema, known: Record<string, string[]> = {}): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: fitting(schema, known) }, { weight: 1, arbitrary: anything });
}

function fitting(schema: Schema, known: Record<string, string[]>): fc.Arbitrary<unknown> {
  const { oneOf, anyOf, ...common } = schema;
  const choices = oneOf ?? anyOf;
  if (choices) return fc.oneof(...choices.map((choice) => nearly(both(common, choice), known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objects(schema, known);
    case 'array':
      return fc.array(nearly(schema.items ?? {}, known), { maxLength: (schema.maxItems ?? 4) + 1 });
    case 'string':
      return strings(schema, known);
    case 'integer':
      return fc.integer({
        min: within(schema.minimum, -(2 ** 31)),
        max: within(schema.maximum, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: within(schema.minimum, -1e9), max: within(schema.maximum, 1e9), noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return anything;
  }
}

/** Combines two schemas: a value must satisfy both. */
const both = (common: Schema, choice: Schema): Schema => ({
  ...common,
  ...choice,
  properties: { ...common.properties, ...choice.properties },
  required: [...(common.required ?? []), ...(choice.required ?? [])],
});

const within = (bound: number | undefined, furthest: number) =>
  bound === undefined || Math.abs(bound) > Math.abs(furthest) ? furthest : bound;

function objects(schema: Schema, known: Record<string, string[]>): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (property.not) return [];
    const values = known[name];
    const value = nearly(property, known);
    return [[name, values ? fc.oneof(fc.constantFrom(...values), value) : value] as const];
  });
  const whole = fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  const partial = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const free = schema.additionalProperties
    ? fc.dictionary(nastyText, anything, { maxKeys: 4 })
    : fc.constant({});
  return fc
    .tuple(fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: partial }), free)
    .map(([fixed, more]) => ({ ...more, ...fixed }));
}

function strings(
  { format, pattern, maxLength }: Schema,
  known: Record<string, string[]>,
): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof(fc.uuid(), ...(known.uuid ? [fc.constantFrom(...known.uuid)] : []));
  if (format === 'date') return edgeDay;
  if (format === 'date-time')
    return fc.oneof(
      edgeMoment,
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
  if (format === 'uri') return fc.oneof(fc.webUrl(), nastyText);
  if (pattern !== undefined) return fc.oneof(fc.stringMatching(new RegExp(pattern)), nastyText);
  const length = Math.min(maxLength ?? 100, 200);
  return fc.oneof(
    fc.string({ maxLength: length }),
    fc.string({ unit: 'grapheme', maxLength: length }),
    nastyText,
  );
}
