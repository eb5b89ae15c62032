import { setTimeout as delay } from 'node:timers/promises';
import type { ToolAnswer, ToolRequest } from '#sandbox';

interface Home {
  id: number;
  title: string;
  city: string;
  price: number;
  bedrooms: number;
  seaMetres: number;
}

const CITIES = ['Paphos', 'Limassol', 'Larnaca', 'Nicosia'];
const HOMES: Home[] = Array.from({ length: 50 }, (_, at) => ({
  id: at + 1,
  title: `Home ${at + 1}`,
  city: CITIES[at % CITIES.length] as string,
  price: 90_000 + ((at * 7_919) % 400) * 1_000,
  bedrooms: 1 + (at % 4),
  seaMetres: 50 + ((at * 997) % 5_000),
}));

type DemoTool = (input: Record<string, unknown>, signal: AbortSignal) => ToolAnswer | Promise<ToolAnswer>;

/** A few tools over generated rows, to try programs without any service. */
const DEMO_TOOLS: Record<string, DemoTool> = {
  list_homes: ({ city, maxPrice }) => ({
    ok: true,
    value: HOMES.filter(
      (home) =>
        (city === undefined || home.city === city) &&
        (maxPrice === undefined || home.price <= Number(maxPrice)),
    ),
  }),
  get_home: ({ id }) => {
    const home = HOMES.find((one) => one.id === id);
    return home
      ? { ok: true, value: home }
      : { ok: false, errorClass: 'NOT_FOUND', message: `There is no home ${String(id).slice(0, 40)}.` };
  },
  echo: (input) => ({ ok: true, value: input }),
  // It ends with its program: the command would wait for the timer otherwise.
  wait: async ({ milliseconds }, signal) => {
    await delay(Math.min(60_000, Math.max(0, Number(milliseconds) || 0)), undefined, { signal });
    return { ok: true, value: null };
  },
  fail: ({ errorClass, message }) => ({
    ok: false,
    errorClass: typeof errorClass === 'string' ? errorClass : 'UPSTREAM_ERROR',
    message: typeof message === 'string' ? message : 'This tool always fails.',
  }),
};

export const demoToolNames = Object.keys(DEMO_TOOLS);

/** Calls a demo tool; the sandbox has checked its name. */
export async function callDemoTool({ tool, input, signal }: ToolRequest): Promise<ToolAnswer> {
  const demoTool = Object.hasOwn(DEMO_TOOLS, tool) ? DEMO_TOOLS[tool] : undefined;
  if (!demoTool) return { ok: false, errorClass: 'NOT_FOUND', message: `There is no tool ${tool}.` };
  return demoTool(input as Record<string, unknown>, signal);
}
