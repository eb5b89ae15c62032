import { describeKeyword, withSentence } from './describe-keyword.ts';
import { isObject, resolveReference, schemaOf, typesOf, wordsOf, type JsonSchema } from './json-schema.ts';

/** The subset of JSON Schema that a dialect supports. Everything else moves into descriptions. */
export interface DialectRules {
  /** Supported keywords, which keep their values. */
  keywords: ReadonlySet<string>;
  /** Supported values of `format`; all if absent. */
  formats?: ReadonlySet<string>;
  /** True if `enum` may contain the value. */
  enumValue: (value: unknown) => boolean;
  /** True if `pattern` may contain the regular expression; all if absent. */
  pattern?: (pattern: string) => boolean;
  /** `kept` keeps references; `written out` inlines their targets, until a target repeats itself. */
  references: 'kept' | 'written out';
  tuples: 'kept' | 'as lists';
  /** Changes an object after its properties have been rewritten. */
  object?: (object: JsonSchema) => JsonSchema;
}

/** Keywords that are not described in words: they constrain no argument, or are handled elsewhere. */
const UNDESCRIBED = wordsOf(
  '$schema $id $anchor $comment $vocabulary $dynamicAnchor $defs definitions prefixItems',
);
/** Keywords that are translated before the others. */
const HANDLED = wordsOf('const nullable oneOf allOf $ref description');
/** Maximum number of inlined schemas. Beyond it, references are described as for a recursive schema. */
const MAX_WRITTEN_OUT = 5_000;

/** Rewrites a schema and its nested schemas by the rules of a dialect. */
export class SchemaRewriter {
  private written = 0;

  constructor(
    private readonly root: JsonSchema,
    private readonly rules: DialectRules,
  ) {}

  /** Rewrites a schema. @param open references that are currently being inlined. */
  rewrite(given: unknown, open: readonly string[] = []): JsonSchema {
    this.written += 1;
    const schema = this.combined(schemaOf(given));
    if (typeof schema.$ref === 'string') return this.reference(schema, schema.$ref, open);
    const kept: JsonSchema = {};
    let { description } = schema;
    for (const [keyword, value] of Object.entries(this.plain(schema))) {
      const child = this.child(keyword, value, open);
      if (child !== undefined) kept[keyword] = child;
      else if (!UNDESCRIBED.has(keyword))
        description = withSentence(description, describeKeyword(keyword, value));
    }
    if (description) kept.description = description;
    const complete = this.rules.tuples === 'as lists' ? this.listed(kept, schema, open) : kept;
    return this.rules.object && isObjectSchema(complete) ? this.rules.object(complete) : complete;
  }

  /** The translated value of a keyword; undefined if the dialect does not support it. */
  private child(keyword: string, value: unknown, open: readonly string[]): unknown {
    if (!this.rules.keywords.has(keyword)) return undefined;
    switch (keyword) {
      case 'properties':
      case '$defs':
        return Object.fromEntries(
          Object.entries(isObject(value) ? value : {}).map(([name, part]) => [
            name,
            this.rewrite(part, open),
          ]),
        );
      case 'items':
        return this.rewrite(value, open);
      case 'prefixItems':
      case 'anyOf':
        return (value as unknown[]).map((part) => this.rewrite(part, open));
      case 'additionalProperties':
        return typeof value === 'boolean' ? value : this.rewrite(value, open);
      case 'format':
        return this.rules.formats?.has(String(value)) === false ? undefined : value;
      case 'pattern':
        return this.rules.pattern?.(String(value)) === false ? undefined : value;
      case 'enum':
        return (value as unknown[]).every(this.rules.enumValue) ? value : undefined;
      default:
        return value;
    }
  }

  /** Expresses `const`, `nullable` and `oneOf` with keywords that all dialects support. */
  private plain(schema: JsonSchema): JsonSchema {
    const plain = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !HANDLED.has(keyword)));
    if ('const' in schema) {
      if (this.rules.enumValue(schema.const)) plain.enum = [schema.const];
      else plain.const = schema.const;
    }
    if (schema.nullable === true) plain.type = [...typesOf(schema), 'null'];
    if (schema.oneOf) plain.anyOf = [...(schema.anyOf ?? []), ...schema.oneOf];
    if (this.rules.references === 'kept' && isObject(schema.definitions)) {
      plain.$defs = { ...(schema.definitions as Record<string, JsonSchema>), ...schema.$defs };
    }
    return plain;
  }

  /** Merges `allOf`: objects become one object; for other conflicts the first value stays and the others become words. */
  private combined(schema: JsonSchema): JsonSchema {
    if (!schema.allOf) return schema;
    const { allOf, ...own } = schema;
    let merged: JsonSchema = own;
    for (const given of allOf) {
      const part = this.combined(this.followed(schemaOf(given)));
      for (const [keyword, value] of Object.entries(part)) merged = mergeKeyword(merged, keyword, value);
    }
    return merged;
  }

  private followed(schema: JsonSchema): JsonSchema {
    const found = typeof schema.$ref === 'string' ? resolveReference(this.root, schema.$ref) : undefined;
    if (!found || found === this.root) return schema;
    const { $ref: _, ...siblings } = schema;
    return { ...found, ...siblings };
  }

  private reference(schema: JsonSchema, $ref: string, open: readonly string[]): JsonSchema {
    const { $ref: _, ...siblings } = schema;
    if (this.rules.references === 'kept') {
      const kept = { $ref: $ref.replace(/^#\/definitions\//, '#/$defs/') };
      // A `$ref` allows no other keywords beside it, so they go into a wrapper.
      return Object.keys(siblings).length === 0 ? kept : { ...this.rewrite(siblings, open), anyOf: [kept] };
    }
    const found = resolveReference(this.root, $ref);
    if (!found || open.includes($ref) || this.written > MAX_WRITTEN_OUT) {
      const sentence = found
        ? `Again as described above (${nameOf($ref)}).`
        : `As described by ${$ref}, which is not here.`;
      const type = found && typesOf(found).length > 0 ? { type: found.type } : {};
      const described = { ...siblings, description: withSentence(schema.description, sentence) };
      return { ...type, ...this.rewrite(described, open) };
    }
    return this.rewrite({ ...found, ...siblings }, [...open, $ref]);
  }

  /** Converts a tuple to a list of the same length whose items have any of its types; the description states the order. */
  private listed(kept: JsonSchema, schema: JsonSchema, open: readonly string[]): JsonSchema {
    if (!schema.prefixItems) return kept;
    const kinds = schema.prefixItems.map((part) => this.rewrite(part, open));
    const rest = isObject(schema.items) ? [this.rewrite(schema.items, open)] : [];
    const different = unique([...kinds, ...rest]);
    const [only] = different;
    return {
      ...kept,
      items: different.length === 1 && only ? only : { anyOf: different },
      minItems: kept.minItems ?? kinds.length,
      ...(rest.length === 0 && { maxItems: kinds.length }),
      description: withSentence(kept.description, describeKeyword('prefixItems', schema.prefixItems)),
    };
  }
}

function isObjectSchema(schema: JsonSchema): boolean {
  return typesOf(schema).includes('object') || schema.properties !== undefined;
}

function mergeKeyword(merged: JsonSchema, keyword: string, value: unknown): JsonSchema {
  const known = merged[keyword];
  if (known === undefined || JSON.stringify(known) === JSON.stringify(value))
    return { ...merged, [keyword]: value };
  if (keyword === 'properties') return { ...merged, properties: bothOf(known as never, value as never) };
  if (keyword === 'required')
    return { ...merged, required: unique([...(known as string[]), ...(value as string[])]) };
  const sentence = keyword === 'description' ? String(value) : describeKeyword(keyword, value);
  return { ...merged, description: withSentence(merged.description, sentence) };
}

/** Merges properties. A property in both schemas must satisfy both. */
function bothOf(a: Record<string, JsonSchema>, b: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const both = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const known = Object.hasOwn(a, name) ? a[name] : undefined;
    both[name] = known ? { allOf: [known, schema] } : schema;
  }
  return both;
}

function unique<Value>(values: Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function nameOf(reference: string): string {
  return reference === '#' ? 'the arguments' : (reference.split('/').at(-1) ?? reference);
}
