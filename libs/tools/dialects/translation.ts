/** A tool as the registry tells it; `parameters` is JSON Schema (draft 2020-12, object at the top). */
export interface DescribedTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** One thing that a dialect cannot say as it stands, and where it went. */
export interface Translation {
  /** Place in the arguments, such as `filters[].value`; empty for the arguments as a whole. */
  path: string;
  /** Keyword of JSON Schema. */
  keyword: string;
  /** What became of it, such as `description`, `enum` or `left out: …`. */
  into: string;
}

/** What was made of a tool, and what had to be said in another way. Nothing is lost without an entry. */
export interface Translated<Made> {
  made: Made;
  translations: Translation[];
}
