// scripts/lib/npm-scripts.mjs reads this file before anything is compiled: it imports nothing.

/** Names that a pack cannot have. Its name is used for a folder, a TypeScript constant and the demo org. */
const RESERVED =
  'platform conformance index everything agents packs undefined arguments eval implements break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof interface let new null package private protected public return static super switch this throw true try type typeof var void while with yield await async'.split(
    ' ',
  );
const SHAPE = /^[a-z][a-z0-9]{1,29}$/;

/** Names that are already in use. */
export interface TakenNames {
  packs: readonly string[];
  /** Slugs of demo orgs. */
  orgs: readonly string[];
  tools: readonly string[];
}

/** The reason why a new pack cannot have the name; undefined if it can. */
export function nameProblem(name: string, taken: TakenNames): string | undefined {
  if (!SHAPE.test(name))
    return `"${name}" cannot be the name of a pack: 2 to 30 lower-case letters and digits, a letter first.`;
  if (RESERVED.includes(name)) return `"${name}" means something else already; choose another name.`;
  if (taken.packs.includes(name)) return `There is a pack "${name}" already.`;
  if (taken.orgs.includes(name)) return `There is a demo org "${name}" already; choose another name.`;
  const tool = toolNameOf(name);
  return taken.tools.includes(tool) ? `There is a tool "${tool}" already; choose another name.` : undefined;
}

/** The first tool of a new pack. */
export function toolNameOf(pack: string): string {
  return `${pack}_split_bill`;
}
