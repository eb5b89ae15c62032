import { describeKeyword, withSentence } from './describe-keyword.ts';
import { isObject, resolveReference, schemaOf, typesOf, wordsOf, type JsonSchema } from './json-schema.ts';

/** What a dialect can say. All else is said in words. */
export interface DialectRules {
  /** Keywords that are kept with their values. */
  keywords: ReadonlySet<string>;
  /** Values of `format` that are kept; all when absent. */
  formats?: ReadonlySet<string>;
  /** Whether a value may stand in an `enum`. */
  enumValue: (value: unknown) => boolean;
  /** Whether a regular expression may stand in a `pattern`. */
  pattern?: (pattern: string) => boolean;
  /** References stay, or what they point to is written out, down to where it begins anew. */
  references: 'kept' | 'written out';
  tuples: 'kept' | 'as lists';
  /** Changes an object after its properties have been rewritten. */
  object?: (object: JsonSchema) => JsonSchema;
}

/** They say nothing of the arguments, or are said elsewhere: definitions where they are used, tuples as lists. */
const UNSAID = wordsOf(
  '$schema $id $anchor $comment $vocabulary $dynamicAnchor $defs definitions prefixItems',
);
/** Keywords whose meaning is carried over before the others are looked at. */
const HANDLED = wordsOf('const nullable oneOf allOf $ref description');
/** A schema that grows beyond this when it is written out is cut as one that contains itself. */
const MAX_WRITTEN_OUT = 5_000;

/** Rewrites one schema and all within it by the rules of a dialect. */
export class SchemaRewriter {
  private written = 0;

  constructor(
    private readonly root: JsonSchema,
    private readonly rules: DialectRules,
  ) {}

  /** @param open references that are being written out. */
  rewrite(given: unknown, open: readonly string[] = []): JsonSchema {
    this.written += 1;
    const schema = this.combined(schemaOf(given));
    if (typeof schema.$ref === 'string') return this.reference(schema, schema.$ref, open);
    const kept: JsonSchema = {};
    let { description } = schema;
    for (const [keyword, value] of Object.entries(this.plain(schema))) {
      const child = this.child(keyword, value, open);
      if (child !== undefined) kept[keyword] = child;
      else if (!UNSAID.has(keyword)) description = withSentence(description, describeKeyword(keyword, value));
    }
    if (description) kept.description = description;
    const complete = this.rules.tuples === 'as lists' ? this.listed(kept, schema, open) : kept;
    return this.rules.object && isObjectSchema(complete) ? this.rules.object(complete) : complete;
  }

  /** What a keyword becomes; undefined for what has to be said in words. */
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

  /** Spells `const`, `nullable` and `oneOf` with the keywords that the dialects share. */
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

  /** `allOf` of objects is one object; of anything else, the first with the others in words. */
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
      // A reference stands alone; what is said beside it stands around it.
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

  /** A tuple is a list of as many items, each of one of its kinds; the order is said in words. */
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

/** A property that both have must fit both. */
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
