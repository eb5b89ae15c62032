import type { DeprecatedTools } from '#contracts/console';
import type { ToolDefinitions } from '#tools';

type Row = Record<string, unknown>;

/** Rows as columns of text, under the names of the fields. */
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

/** The meaning of each column of {@link toolListText}. */
const LIST_COLUMNS: Readonly<Record<string, string>> = {
  tier: 'always: offered to every agent that has it; deferred: until the broker or tool_search finds it; universal: for every agent; critical: while its trigger holds',
  enabled: 'turns may be offered it',
  held: 'its changed definition waits for npm run tools -- approve',
  replacedBy: 'the tool is deprecated; this is its replacement',
  languages: 'languages of its description, whenToUse and examples; en stands for all in Latin script',
  lacks: 'languages of its pack in which it has no words: add examples in them',
  platform: 'version of the platform’s override; 0 without one',
  org: 'version of the override of the org that --org names; 0 without one',
};

/** The tools with a legend of the columns and the number of each pack. */
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

/** The recorded definitions, in full for one tool. `approve` takes the hash. */
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
  const details = definitions.map(
    ({ hash, definition: { description, parameters } }) =>
      `${hash}\n  ${description ?? ''}\n  arguments: ${JSON.stringify(parameters ?? {})}`,
  );
  return [table(rows), ...details].join('\n\n');
}

/** The report on deprecated tools: those that can be removed, and the users of the others. */
export function deprecationText(report: DeprecatedTools): string {
  const { days, from, timezone, note, items, totals, short } = report;
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
    `In all ${totals.deprecated} calls of deprecated tools, ${totals.replacements} of their replacements${share}`,
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
