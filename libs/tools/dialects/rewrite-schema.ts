import { describeKeyword, withSentence } from './describe-keyword.ts';
import { isObject, resolveReference, schemaOf, typesOf, type JsonSchema } from './json-schema.ts';
import type { Translation } from './translation.ts';

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
  object?: (object: JsonSchema, path: string, translations: Translation[]) => JsonSchema;
}

/** Say nothing of the arguments. */
const WITHOUT_MEANING = new Set(['$schema', '$id', '$anchor', '$comment', '$vocabulary', '$dynamicAnchor']);
/** Keywords whose meaning is carried over before the others are looked at. */
const HANDLED = new Set(['const', 'nullable', 'oneOf', 'allOf', '$ref', 'description']);
/** A schema that grows beyond this when it is written out is cut as one that contains itself. */
const MAX_WRITTEN_OUT = 5_000;

/** Rewrites one schema and all within it by the rules of a dialect. */
export class SchemaRewriter {
  readonly translations: Translation[] = [];
  private written = 0;

  constructor(
    private readonly root: JsonSchema,
    private readonly rules: DialectRules,
  ) {}

  rewrite(given: unknown, path = '', open: readonly string[] = []): JsonSchema {
    this.written += 1;
    const schema = this.combined(schemaOf(given), path);
    if (typeof schema.$ref === 'string') return this.reference(schema, schema.$ref, path, open);
    const kept: JsonSchema = {};
    let { description } = schema;
    for (const [keyword, value] of Object.entries(this.plain(schema, path))) {
      if (keyword === 'description') continue;
      const child = this.child(keyword, value, path, open);
      if (child !== undefined) kept[keyword] = child;
      else description = withSentence(description, this.inWords(keyword, value, path));
    }
    if (description) kept.description = description;
    const complete = this.rules.tuples === 'as lists' ? this.listed(kept, schema, path, open) : kept;
    return this.rules.object && isObjectSchema(complete)
      ? this.rules.object(complete, path, this.translations)
      : complete;
  }

  /** What a keyword becomes; undefined for what has to be said in words. */
  private child(keyword: string, value: unknown, path: string, open: readonly string[]): unknown {
    if (!this.rules.keywords.has(keyword)) return undefined;
    switch (keyword) {
      case 'properties':
      case '$defs':
        return Object.fromEntries(
          Object.entries(isObject(value) ? value : {}).map(([name, part]) => [
            name,
            this.rewrite(part, keyword === '$defs' ? `$defs.${name}` : join(path, name), open),
          ]),
        );
      case 'items':
        return this.rewrite(value, `${path}[]`, open);
      case 'prefixItems':
      case 'anyOf':
        return (value as unknown[]).map((part) => this.rewrite(part, path, open));
      case 'additionalProperties':
        return typeof value === 'boolean' ? value : this.rewrite(value, join(path, '*'), open);
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

  private inWords(keyword: string, value: unknown, path: string): string {
    // Written out where they are used.
    if (keyword === '$defs' || keyword === 'definitions') {
      this.tell(path, keyword, 'written out');
      return '';
    }
    if (WITHOUT_MEANING.has(keyword)) {
      this.tell(path, keyword, 'left out: it says nothing of the arguments');
      return '';
    }
    if (keyword === 'prefixItems') return '';
    const sentence = describeKeyword(keyword, value);
    this.tell(path, keyword, sentence === '' ? 'left out: it demands nothing' : 'description');
    return sentence;
  }

  /** Spells `const`, `nullable` and `oneOf` with the keywords that the dialects share. */
  private plain(schema: JsonSchema, path: string): JsonSchema {
    const plain = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !HANDLED.has(keyword)));
    if ('const' in schema && this.rules.enumValue(schema.const)) {
      plain.enum = [schema.const];
      this.tell(path, 'const', 'enum');
    } else if ('const' in schema) {
      plain.const = schema.const;
    }
    if (schema.nullable === true) {
      plain.type = [...typesOf(schema), 'null'];
      this.tell(path, 'nullable', 'type');
    }
    if (schema.oneOf) {
      plain.anyOf = [...(schema.anyOf ?? []), ...schema.oneOf];
      this.tell(path, 'oneOf', 'anyOf');
    }
    if (this.rules.references === 'kept' && isObject(schema.definitions)) {
      plain.$defs = { ...(schema.definitions as Record<string, JsonSchema>), ...schema.$defs };
      delete plain.definitions;
      this.tell(path, 'definitions', '$defs');
    }
    return plain;
  }

  /** `allOf` of objects is one object; of anything else, the first with the others in words. */
  private combined(schema: JsonSchema, path: string): JsonSchema {
    if (!schema.allOf) return schema;
    const { allOf, ...own } = schema;
    this.tell(path, 'allOf', 'one schema');
    let merged: JsonSchema = own;
    for (const given of allOf) {
      const part = this.combined(this.followed(schemaOf(given)), path);
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

  private reference(schema: JsonSchema, $ref: string, path: string, open: readonly string[]): JsonSchema {
    const { $ref: _, ...siblings } = schema;
    if (this.rules.references === 'kept') {
      const kept = { $ref: $ref.replace(/^#\/definitions\//, '#/$defs/') };
      // A reference stands alone; what is said beside it stands around it.
      return Object.keys(siblings).length === 0
        ? kept
        : { ...this.rewrite(siblings, path, open), anyOf: [kept] };
    }
    const found = resolveReference(this.root, $ref);
    if (!found || open.includes($ref) || this.written > MAX_WRITTEN_OUT) {
      this.tell(path, '$ref', 'description');
      const sentence = found
        ? `Again as described above (${nameOf($ref)}).`
        : `As described by ${$ref}, which is not here.`;
      const type = found && typesOf(found).length > 0 ? { type: found.type } : {};
      return {
        ...type,
        ...this.rewrite({ ...siblings, description: withSentence(schema.description, sentence) }, path, open),
      };
    }
    this.tell(path, '$ref', 'written out');
    const { $defs: _defs, definitions: _definitions, ...target } = found;
    return this.rewrite({ ...target, ...siblings }, path, [...open, $ref]);
  }

  /** A tuple is a list of as many items, each of one of its kinds; the order is said in words. */
  private listed(kept: JsonSchema, schema: JsonSchema, path: string, open: readonly string[]): JsonSchema {
    if (!schema.prefixItems) return kept;
    this.tell(path, 'prefixItems', 'items and description');
    const kinds = schema.prefixItems.map((part) => this.rewrite(part, `${path}[]`, open));
    const rest = isObject(schema.items) ? [this.rewrite(schema.items, `${path}[]`, open)] : [];
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

  private tell(path: string, keyword: string, into: string): void {
    this.translations.push({ path, keyword, into });
  }
}

export function isObjectSchema(schema: JsonSchema): boolean {
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

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function nameOf(reference: string): string {
  return reference === '#' ? 'the arguments' : (reference.split('/').at(-1) ?? reference);
}
