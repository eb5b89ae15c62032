import type { DeprecatedTools } from '#contracts/console';
import type { ToolDefinitions } from '#tools';

type Row = Record<string, unknown>;

/** Rows as columns of text, the names of the fields as the head. */
export function table(rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return 'none';
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What the columns of {@link toolListText} mean, each by its name. */
const LIST_COLUMNS: Readonly<Record<string, string>> = {
  tier: 'always in what an agent that has it is offered; deferred until the broker or tool_search finds it; universal for every agent; critical while its trigger holds',
  enabled: 'whether turns may be offered it',
  held: 'its definition has changed, and waits for npm run tools -- approve',
  replacedBy: 'it is deprecated, and this one takes its place',
  languages: 'those that its description, whenToUse and examples speak; en stands for all in Latin script',
  lacks: 'those that its pack serves and that it has no words in: write examples in them',
  platform: 'version of what the platform has laid over its file; 0 for nothing',
  org: 'the same of the org that --org names',
};

/** The tools, how many each pack has, and what the columns mean. */
export function toolListText(tools: readonly (Row & { pack: string })[]): string {
  const explained = Object.keys(tools[0] ?? {}).flatMap((name) =>
    LIST_COLUMNS[name] === undefined ? [] : [`  ${name.padEnd(10)}  ${LIST_COLUMNS[name]}`],
  );
  const packs = [...new Set(tools.map(({ pack }) => pack))].sort();
  const counts = packs.map((pack) => `${pack} ${tools.filter((tool) => tool.pack === pack).length}`);
  return [
    ...(explained.length === 0 ? [] : ['Columns', ...explained, '']),
    table(tools),
    '',
    `${tools.length} tools: ${counts.join(', ')}`,
  ].join('\n');
}

export type SeenDefinitions = Awaited<ReturnType<ToolDefinitions['list']>>;

/** The definitions that tools were seen with; of one tool, what each says. The hash is what `approve` takes. */
export function definitionsText(definitions: SeenDefinitions, one: boolean): string {
  if (definitions.length === 0) return 'No definition was seen yet: processes record them when they start.';
  const rows = definitions.map(({ name, hash, source, firstSeenAt, currentSince, approvedAt }, at) => ({
    tool: name,
    state: approvedAt === null ? 'waits' : definitions[at - 1]?.name === name ? 'earlier' : 'current',
    source,
    'first seen': minuteOf(firstSeenAt),
    'current since': minuteOf(currentSince),
    hash,
  }));
  if (!one) return table(rows);
  const told = definitions.map(
    ({ hash, definition: { description, parameters } }) =>
      `${hash}\n  ${description ?? ''}\n  arguments: ${JSON.stringify(parameters ?? {})}`,
  );
  return [table(rows), ...told].join('\n\n');
}

/** The report on deprecated tools in words: what may go, and who still uses the rest. */
export function deprecationText({
  days,
  from,
  timezone,
  note,
  items,
  totals,
  short,
}: DeprecatedTools): string {
  if (items.length === 0) return 'No tool is deprecated.';
  const tools = items.map((tool) => {
    const head = `${tool.name} → ${tool.replacedBy} (${tool.reason})`;
    if (tool.verdict === 'safe_to_remove') return `${head}\n  safe to remove: no use in ${days} days`;
    const users = tool.by.map(
      ({ org, agent, callerKind, uses, sharePct }) =>
        `  ${uses} × ${org}, ${agent ?? 'outside of a turn'}, ${callerKind} (${sharePct} %)`,
    );
    const used = tool.perDay.filter(({ uses }) => uses > 0).map(({ day, uses }) => `${day}: ${uses}`);
    const last = tool.lastUsedAt ? `, last ${minuteOf(new Date(tool.lastUsedAt))} UTC` : '';
    return [
      head,
      `  still in use: ${tool.uses} uses in ${tool.conversations} conversations${last} (${used.join(', ')})`,
      ...users,
    ].join('\n');
  });
  const share = totals.sharePct === null ? '' : `: ${totals.sharePct} % of both`;
  return [
    `Uses since ${from} (${timezone})`,
    ...(note === null ? [] : [note]),
    ...tools,
    `In all ${totals.deprecated} calls of deprecated tools, ${totals.replacements} of what replaces them${share}`,
    ...short.map(({ name, shortFor, uses }) => `${name}, short for ${shortFor}: ${uses} calls`),
  ].join('\n');
}

function minuteOf(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}

function cell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
