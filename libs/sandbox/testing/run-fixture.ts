import type { Program, ToolAnswer, ToolRequest } from '../program.ts';

const ROWS = [
  { id: 1, name: 'Sea view' },
  { id: 2, name: 'Garden' },
];

/** Limits that a program does not reach by accident on a busy machine. */
const GENEROUS = { cpuMs: 2_000, wallMs: 60_000 };

/** A program with two tools: `read_thing`, which answers, and `fail_thing`, which fails. */
export function programOf(code: string, more: Partial<Program> = {}): Program {
  return {
    code,
    orgId: 'org',
    tools: ['read_thing', 'fail_thing'],
    call: answerThing,
    startedAt: new Date('2026-11-20T12:00:00Z'),
    seed: 7,
    ...more,
    limits: { ...GENEROUS, ...more.limits },
  };
}

async function answerThing({ tool }: ToolRequest): Promise<ToolAnswer> {
  if (tool === 'read_thing') return { ok: true, value: { title: 'Things', rows: ROWS } };
  return { ok: false, errorClass: 'NOT_FOUND', message: 'There is no such thing.' };
}

/** Tool calls that all return `value`. */
export function answering(value: unknown): Program['call'] {
  return async () => ({ ok: true, value });
}

export const INNOCENT = `
  const [a, b] = await Promise.all([read_thing({ page: 1 }), read_thing({ page: 2 })]);
  return [...a.rows, ...b.rows].map((row) => row.name.toUpperCase()).sort();`;
export const INNOCENT_VALUE = ['GARDEN', 'GARDEN', 'SEA VIEW', 'SEA VIEW'];
