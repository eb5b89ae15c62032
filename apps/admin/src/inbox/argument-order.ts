/**
 * The arguments of a call in the order in which they tell most: those that the tool requires, then those that have no
 * default, then the rest, each as its schema declares them; last what the schema does not name. PostgreSQL gives `jsonb`
 * back by the length of the names, which says nothing: `force: false` before `amount`.
 *
 * @param schema JSON Schema of the arguments; undefined for a tool that is not there any more.
 * @returns the same arguments: what is no object, and what no schema is known of, as it is.
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
