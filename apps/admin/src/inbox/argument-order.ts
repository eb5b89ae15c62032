/**
 * Orders the arguments of a call by importance: required ones, then those without a default, then the rest,
 * each in the order of the schema; arguments unknown to the schema come last. PostgreSQL returns `jsonb` keys
 * by length, which would put `force: false` before `amount`.
 * @param schema JSON Schema of the arguments; undefined for a tool that no longer exists.
 * @returns the same arguments; values that are not an object, or have no schema, are returned unchanged.
 */
export function inDeclaredOrder(values: unknown, schema: Record<string, unknown> | undefined): unknown {
  const properties = schema?.properties;
  if (!isRecord(values) || !isRecord(properties)) return values;
  const required: unknown[] = Array.isArray(schema?.required) ? schema.required : [];
  const declared = Object.keys(properties);
  const rankOf = (name: string): number => {
    if (!Object.hasOwn(properties, name)) return 3;
    if (required.includes(name)) return 0;
    const property = properties[name];
    return isRecord(property) && 'default' in property ? 2 : 1;
  };
  const names = Object.keys(values).toSorted(
    (a, b) => rankOf(a) - rankOf(b) || declared.indexOf(a) - declared.indexOf(b),
  );
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
