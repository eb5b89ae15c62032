export interface DifferenceLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longer texts are compared as a whole, because the table grows with the product of both lengths. */
const MAX_COMPARED_CELLS = 4_000_000;

/** Line-by-line difference: keeps the longest common subsequence, with removals before additions. */
export function differenceLines(before: string, after: string): DifferenceLine[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  if (left.length * right.length > MAX_COMPARED_CELLS)
    return [...all(left, 'removed'), ...all(right, 'added')];
  const common = commonLengths(left, right);
  const lines: DifferenceLine[] = [];
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const [one, other] = [left[row] ?? '', right[column] ?? ''];
    if (one === other) {
      lines.push({ kind: 'same', text: one });
      row += 1;
      column += 1;
    } else if (lengthAt(common, row + 1, column) >= lengthAt(common, row, column + 1)) {
      lines.push({ kind: 'removed', text: one });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: other });
      column += 1;
    }
  }
  return [...lines, ...all(left.slice(row), 'removed'), ...all(right.slice(column), 'added')];
}

/** Lengths of the longest common subsequences of all suffix pairs. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const own = table[row];
      if (!own) continue;
      own[column] =
        left[row] === right[column]
          ? lengthAt(table, row + 1, column + 1) + 1
          : Math.max(lengthAt(table, row + 1, column), lengthAt(table, row, column + 1));
    }
  }
  return table;
}

function lengthAt(table: readonly Uint32Array[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r?\n/);
}

function all(lines: readonly string[], kind: DifferenceLine['kind']): DifferenceLine[] {
  return lines.map((text) => ({ kind, text }));
}
