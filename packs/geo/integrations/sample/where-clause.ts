import { badQuery } from './arcgis-error.ts';
import type { Row } from './market-rows.ts';
import { tokensOf, type Token } from './where-tokens.ts';

/** Three-valued logic of SQL: null when a value is missing. */
type Outcome = boolean | null;
type Condition = (row: Row) => Outcome;
type Operand = (row: Row) => string | number | null;

const not = (outcome: Outcome): Outcome => (outcome === null ? null : !outcome);

/**
 * Reads a where clause of the ArcGIS REST API: comparisons, IN, LIKE, BETWEEN, IS NULL, AND, OR, NOT and brackets over
 * the fields of a layer.
 *
 * @param fieldOf the field's own spelling; undefined for a field that the layer lacks.
 * @throws ArcGisError 400
 */
export function parseWhere(
  clause: string,
  fieldOf: (name: string) => string | undefined,
): (row: Row) => boolean {
  const condition = new WhereParser(tokensOf(clause), fieldOf).parse();
  return (row) => condition(row) === true;
}

class WhereParser {
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly fieldOf: (name: string) => string | undefined,
  ) {}

  parse(): Condition {
    const condition = this.either();
    if (this.at < this.tokens.length) throw invalid();
    return condition;
  }

  private either(): Condition {
    const parts = [this.both()];
    while (this.takeWord('OR')) parts.push(this.both());
    return (row) => {
      const outcomes = parts.map((part) => part(row));
      if (outcomes.includes(true)) return true;
      return outcomes.includes(null) ? null : false;
    };
  }

  private both(): Condition {
    const parts = [this.negated()];
    while (this.takeWord('AND')) parts.push(this.negated());
    return (row) => {
      const outcomes = parts.map((part) => part(row));
      if (outcomes.includes(false)) return false;
      return outcomes.includes(null) ? null : true;
    };
  }

  private negated(): Condition {
    if (!this.takeWord('NOT')) return this.single();
    const condition = this.negated();
    return (row) => not(condition(row));
  }

  private single(): Condition {
    if (this.takeMark('(')) {
      const condition = this.either();
      this.needMark(')');
      return condition;
    }
    return this.predicate(this.operand());
  }

  private predicate(left: Operand): Condition {
    if (this.takeWord('IS')) {
      const negated = this.takeWord('NOT');
      if (!this.takeWord('NULL')) throw invalid();
      return (row) => (left(row) === null) !== negated;
    }
    const negated = this.takeWord('NOT');
    const condition = this.setPredicate(left) ?? (negated ? undefined : this.comparison(left));
    if (!condition) throw invalid();
    return negated ? (row) => not(condition(row)) : condition;
  }

  /** IN, LIKE and BETWEEN. */
  private setPredicate(left: Operand): Condition | undefined {
    if (this.takeWord('IN')) {
      this.needMark('(');
      const values = [this.operand()];
      while (this.takeMark(',')) values.push(this.operand());
      this.needMark(')');
      return (row) => (left(row) === null ? null : values.some((value) => value(row) === left(row)));
    }
    if (this.takeWord('LIKE')) {
      const pattern = this.operand();
      const isLike = (row: Row) => likePattern(String(pattern(row))).test(String(left(row)));
      return (row) => (left(row) === null ? null : isLike(row));
    }
    if (this.takeWord('BETWEEN')) {
      const low = this.operand();
      if (!this.takeWord('AND')) throw invalid();
      const high = this.operand();
      return (row) => {
        const from = compare(left(row), low(row));
        const to = compare(left(row), high(row));
        return from === null || to === null ? null : from >= 0 && to <= 0;
      };
    }
    return undefined;
  }

  private comparison(left: Operand): Condition {
    const token = this.tokens[this.at];
    const holds = token?.kind === 'mark' ? COMPARISONS[token.text] : undefined;
    if (!holds) throw invalid();
    this.at += 1;
    const right = this.operand();
    return (row) => {
      const order = compare(left(row), right(row));
      return order === null ? null : holds(order);
    };
  }

  private operand(): Operand {
    const token = this.tokens[this.at];
    this.at += 1;
    if (token?.kind === 'value') return () => token.value;
    if (token?.kind !== 'name') throw invalid();
    const field = this.fieldOf(token.text);
    if (field === undefined) throw badQuery(`'${token.text}' is not a field of this layer`);
    return (row) => row[field] ?? null;
  }

  private takeWord(word: string): boolean {
    const token = this.tokens[this.at];
    const found = token?.kind === 'name' && token.text.toUpperCase() === word;
    if (found) this.at += 1;
    return found;
  }

  private takeMark(mark: string): boolean {
    const token = this.tokens[this.at];
    const found = token?.kind === 'mark' && token.text === mark;
    if (found) this.at += 1;
    return found;
  }

  private needMark(mark: string): void {
    if (!this.takeMark(mark)) throw invalid();
  }
}

const COMPARISONS: Record<string, ((order: number) => boolean) | undefined> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** @returns below 0, 0 or above; null where a value is missing. */
function compare(left: string | number | null, right: string | number | null): number | null {
  if (left === null || right === null) return null;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [String(left), String(right)];
  return a < b ? -1 : Number(a > b);
}

/** Each part between two `%` is found once, where it first stands: trying other places would multiply with each part. */
function likePattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('_', '.');
  const [first = '', ...parts] = escaped.split('%');
  const end = parts.pop();
  const middle = parts.map((part, place) => `(?=(.*?${part}))\\${place + 1}`).join('');
  return new RegExp(`^${first}${middle}${end === undefined ? '' : `.*${end}`}$`, 's');
}

const invalid = () => badQuery("'where' clause is invalid");
