import type { DeprecatedTools } from '#contracts';

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

/** The report on deprecated tools in words: what may go, and who still uses the rest. */
export function deprecationText({ days, from, items }: DeprecatedTools): string {
  if (items.length === 0) return 'No tool is deprecated.';
  const tools = items.map((tool) => {
    const head = `${tool.name} → ${tool.replacedBy} (${tool.reason})`;
    if (tool.safeToRemove) return `${head}\n  safe to remove: no use in ${days} days`;
    const users = tool.by.map(
      ({ org, agent, callerKind, uses }) =>
        `  ${uses} × ${org}, ${agent ?? 'outside of a turn'}, ${callerKind}`,
    );
    const used = tool.perDay.filter(({ uses }) => uses > 0).map(({ day, uses }) => `${day}: ${uses}`);
    return [head, `  still used: ${tool.uses} uses (${used.join(', ')})`, ...users].join('\n');
  });
  return [`Uses since ${from}`, ...tools].join('\n');
}

function cell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
