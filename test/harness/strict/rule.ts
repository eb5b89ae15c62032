/** A documented reason for which a provider answers a request with 400. */
export interface Rule<Body> {
  /** The documentation page, or a report that quotes the answer of the provider. */
  source: string;
  /** The messages of the provider; empty if the request follows the rule. */
  problems(body: Body): string[];
}

export function rule<Body>(source: string, problems: (body: Body) => string[]): Rule<Body> {
  return { source, problems };
}

/** A message for each item that breaks a rule. @param problem the message, or a falsy value. */
export function problemsIn<Item>(
  items: readonly Item[] | undefined,
  problem: (item: Item, place: number) => string | false | undefined,
): string[] {
  return (items ?? []).flatMap((item, place) => problem(item, place) || []);
}

export function repeated(values: readonly string[]): string[] {
  return values.filter((value, place) => values.indexOf(value) !== place);
}

export const isBlank = (text: unknown): boolean => typeof text === 'string' && text.trim() === '';

/** Fields of `body` among `names`. */
export function fieldsIn(body: object, names: string): string[] {
  return names.split(' ').filter((name) => name in body);
}
