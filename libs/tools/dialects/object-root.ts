import { describeKeyword, withSentence } from './describe-keyword.ts';
import { isObject, resolveReference, schemaOf, type JsonSchema } from './json-schema.ts';

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;
/** Keywords that no provider accepts in the root object. */
const NOT_AT_THE_TOP = ['enum', 'not', 'const'] as const;
/** Maximum length of a chain of references, which ends cycles. */
const MAX_REFERENCES = 20;

/**
 * Converts the schema of the arguments to one plain object, which every provider requires. Alternatives in the root
 * become optional fields; the description states which fields belong together and the other constraints.
 */
export function withObjectRoot(schema: JsonSchema): JsonSchema {
  const root = referenced(schema, schema);
  const rest = Object.fromEntries(
    Object.entries(root).filter(([keyword]) => !COMBINATORS.includes(keyword as never)),
  );
  const flat: JsonSchema = { ...rest, type: 'object', properties: { ...root.properties } };
  for (const combinator of COMBINATORS) {
    const branches = root[combinator]?.map((branch) => withObjectRoot(inDocument(schema, branch)));
    if (branches) mergeBranches(flat, branches, combinator === 'allOf');
  }
  for (const keyword of NOT_AT_THE_TOP) {
    if (!(keyword in flat)) continue;
    flat.description = withSentence(flat.description, describeKeyword(keyword, flat[keyword]));
    delete flat[keyword];
  }
  if (flat.required?.length === 0) delete flat.required;
  return flat;
}

/** Copies the definitions of the document into a branch, so that its references still resolve. */
function inDocument(document: JsonSchema, branch: unknown): JsonSchema {
  const { $defs, definitions } = document;
  return { ...($defs && { $defs }), ...(isObject(definitions) && { definitions }), ...schemaOf(branch) };
}

function referenced(document: JsonSchema, schema: JsonSchema): JsonSchema {
  let root = schema;
  for (let steps = 0; typeof root.$ref === 'string' && steps < MAX_REFERENCES; steps += 1) {
    const { $ref, ...siblings } = root;
    const found = $ref === '#' ? undefined : resolveReference(document, $ref);
    root = { ...found, ...siblings };
  }
  return root;
}

function mergeBranches(flat: JsonSchema, branches: JsonSchema[], all: boolean): void {
  const properties = flat.properties ?? {};
  for (const branch of branches) {
    for (const [name, property] of Object.entries(branch.properties ?? {})) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      properties[name] = known && !same(known, property) ? either(known, property, all) : property;
    }
  }
  flat.properties = properties;
  const required = branches.map((branch) => new Set(branch.required ?? []));
  const names = [...new Set(branches.flatMap((branch) => branch.required ?? []))];
  const needed = all ? names : names.filter((name) => required.every((set) => set.has(name)));
  flat.required = [...new Set([...(flat.required ?? []), ...needed])];
  if (all) return;
  const sets = branches.map((branch) => Object.keys(branch.properties ?? {}).join(', ') || 'none');
  flat.description = withSentence(
    flat.description,
    `Give the fields of one of these sets: ${sets.map((names) => `(${names})`).join(' or ')}.`,
  );
}

function either(known: JsonSchema, property: JsonSchema, all: boolean): JsonSchema {
  return all ? { allOf: [known, property] } : { anyOf: [...(known.anyOf ?? [known]), property] };
}

function same(a: JsonSchema, b: JsonSchema): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
