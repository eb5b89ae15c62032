/** Lines of two texts in order, each common to both or of one only. */
export interface LineChange {
  kind: 'same' | 'removed' | 'added';
  line: string;
}

/** Maximum number of differing lines. Beyond it the middle counts as replaced, because the search would take too long. */
const MAX_EDITS = 1_000;
/** Unchanged lines around each change. */
const CONTEXT_LINES = 3;

/**
 * The shortest edit script between two texts (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986), for
 * the part between their common beginning and end.
 */
export function lineChanges(before: string, after: string): LineChange[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  )
    end += 1;
  const same = (line: string): LineChange => ({ kind: 'same', line });
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

export function countChanges(changes: readonly LineChange[]): { added: number; removed: number } {
  const count = (wanted: LineChange['kind']) => changes.filter(({ kind }) => kind === wanted).length;
  return { added: count('added'), removed: count('removed') };
}

/** The changes in unified format, with context lines; empty without a change. */
export function unifiedDifference(
  changes: readonly LineChange[],
  names: [before: string, after: string],
): string {
  const hunks = hunksOf(changes);
  if (hunks.length === 0) return '';
  return [`--- ${names[0]}`, `+++ ${names[1]}`, ...hunks].join('\n');
}

const MARKS = { same: ' ', removed: '-', added: '+' } as const;

function hunksOf(changes: readonly LineChange[]): string[] {
  const shown = new Set<number>();
  for (const [index, { kind }] of changes.entries()) {
    if (kind === 'same') continue;
    for (let near = index - CONTEXT_LINES; near <= index + CONTEXT_LINES; near += 1) shown.add(near);
  }
  const lines: string[] = [];
  let [oldLine, newLine] = [1, 1];
  let header = -1;
  let counts: [number, number] = [0, 0];
  let starts: [number, number] = [0, 0];
  const close = () => {
    if (header >= 0) lines[header] = `@@ -${starts[0]},${counts[0]} +${starts[1]},${counts[1]} @@`;
    header = -1;
  };
  for (const [index, { kind, line }] of changes.entries()) {
    if (shown.has(index)) {
      if (header < 0) {
        header = lines.push('') - 1;
        counts = [0, 0];
        starts = [oldLine, newLine];
      }
      lines.push(`${MARKS[kind]}${line}`);
      if (kind !== 'added') counts[0] += 1;
      if (kind !== 'removed') counts[1] += 1;
    } else close();
    if (kind !== 'added') oldLine += 1;
    if (kind !== 'removed') newLine += 1;
  }
  close();
  return lines;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

function middle(old: string[], fresh: string[]): LineChange[] {
  return shortestWay(old, fresh) ?? replaced(old, fresh);
}

function replaced(old: string[], fresh: string[]): LineChange[] {
  return [
    ...old.map((line): LineChange => ({ kind: 'removed', line })),
    ...fresh.map((line): LineChange => ({ kind: 'added', line })),
  ];
}

/** Returns undefined if the script needs more than {@link MAX_EDITS}. */
function shortestWay(old: string[], fresh: string[]): LineChange[] | undefined {
  const most = Math.min(old.length + fresh.length, MAX_EDITS);
  const reached = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trail.push(new Map(reached));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = takesFromAbove(reached, diagonal, edits)
        ? (reached.get(diagonal + 1) ?? 0)
        : (reached.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < fresh.length && old[x] === fresh[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      if (x >= old.length && x - diagonal >= fresh.length) return wayBack(old, fresh, trail);
    }
  }
  return undefined;
}

function takesFromAbove(reached: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reached.get(diagonal - 1) ?? 0) < (reached.get(diagonal + 1) ?? 0);
}

function wayBack(old: string[], fresh: string[], trail: readonly Map<number, number>[]): LineChange[] {
  const changes: LineChange[] = [];
  let [x, y] = [old.length, fresh.length];
  for (let edits = trail.length - 1; edits >= 0; edits -= 1) {
    const reached = trail[edits] ?? new Map<number, number>();
    const diagonal = x - y;
    const before = takesFromAbove(reached, diagonal, edits) ? diagonal + 1 : diagonal - 1;
    const fromX = reached.get(before) ?? 0;
    const fromY = fromX - before;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      changes.push({ kind: 'same', line: old[x] ?? '' });
    }
    if (edits === 0) break;
    if (x === fromX) {
      y -= 1;
      changes.push({ kind: 'added', line: fresh[y] ?? '' });
    } else {
      x -= 1;
      changes.push({ kind: 'removed', line: old[x] ?? '' });
    }
  }
  return changes.reverse();
}
