/** Matches strings, quoted names and casts first, because their colons do not start a parameter, then the parameters. */
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|::|(?<![\w)\]]):([a-zA-Z]\w*)/g;

/**
 * A statement of an `OrgTransaction` whose parameters have names, for statements with more than about five of them.
 * `:name` stands for `$2`, `$3` and so on, and `$1` is the org as in every statement. An array is one parameter, as for
 * `ANY(:ids)`. A slice needs a lower bound: `a[1:n]` is a slice, `a[:n]` has the parameter `n`.
 */
export class NamedSql {
  private readonly text: string;
  private readonly names: readonly string[];

  constructor(sql: string) {
    const names: string[] = [];
    this.text = sql.replaceAll(TOKENS, (token, name: string | undefined) => {
      if (name === undefined) return token;
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 2}`;
    });
    this.names = names;
  }

  /**
   * Returns the arguments for `tx.query` and `tx.execute`.
   *
   * @param values one value for each name; null for SQL's NULL.
   * @throws TypeError for a name without a value, and for a value whose name is not in the statement.
   */
  with(values: Readonly<Record<string, unknown>>): [sql: string, parameters: unknown[]] {
    const missing = this.names.filter((name) => values[name] === undefined);
    const unknown = Object.keys(values).filter((name) => !this.names.includes(name));
    if (missing.length > 0) throw new TypeError(`The statement needs values for: ${missing.join(', ')}`);
    if (unknown.length > 0) throw new TypeError(`The statement has no parameters: ${unknown.join(', ')}`);
    return [this.text, this.names.map((name) => values[name])];
  }
}
