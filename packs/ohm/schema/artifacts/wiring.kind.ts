import { z } from 'zod';
import { alsoByName, alsoNamed, defineArtifactKind, isRecord } from '#pack-kit';
import { partsBeside, type CurrentParts } from './bom.kind.ts';
import { board, connection, type Connection } from './connection.ts';
import { isGround, isSupply } from './lines.ts';
import { milliamperes, partId, volts } from './readings.ts';
import { wiringWarnings } from './wiring-checks.ts';
import { warningText } from './warnings.ts';

const powerRail = alsoNamed(
  z.object({
    name: z.string().min(1).max(40),
    voltage: volts,
    sourceComponentId: partId.optional(),
    maxCurrentMa: milliamperes.optional(),
  }),
  { name: 'rail label net', sourceComponentId: 'source sourcecomponent', maxCurrentMa: 'maxcurrent current' },
  (name) => ({ name, voltage: isGround({ signal: name }) ? 0 : name }),
);
const step = alsoNamed(
  z.object({
    order: z.coerce.number<number>().int().min(0),
    text: z.string().min(1).max(600),
    warning: z.string().max(300).optional(),
  }),
  { order: 'step number index', text: 'instruction description action title', warning: 'caution note' },
);

type Step = z.infer<typeof step>;

/** The place of each step among the others as its order: 0, 1, 2 and 10, 20, 30 are 1 to 3. Equal orders stay. */
function ranked(steps: Step[]): Step[] {
  const orders = [...new Set(steps.map(({ order }) => order))].sort((a, b) => a - b);
  if (orders.length < steps.length) return steps;
  return steps.map((one) => ({ ...one, order: orders.indexOf(one.order) + 1 }));
}

/** Gives texts and steps without a number the place in the list as their order. */
function numbered(value: unknown): unknown {
  const parts = isRecord(value) ? Object.values(value) : [];
  const byNumber =
    parts.length > 0 && parts.every((part) => typeof part === 'string') && !('text' in Object(value));
  const lines = typeof value === 'string' ? value.split('\n').filter((line) => line.trim()) : value;
  const given = byNumber ? parts : lines;
  if (!Array.isArray(given)) return given;
  return given.map((one: unknown, index) => {
    const order = index + 1;
    if (typeof one === 'string') return { order, text: one.replace(/^\s*(?:step\s*)?\d{1,3}[.):]\s*/i, '') };
    return isRecord(one) && !['order', 'step', 'number', 'index'].some((name) => name in one)
      ? { order, ...one }
      : one;
  });
}

export const wiringSteps = z
  .preprocess(numbered, z.array(step).max(100).overwrite(ranked))
  .refine(
    (steps) => new Set(steps.map(({ order }) => order)).size === steps.length,
    'expected each order once',
  );

const diagram = alsoNamed(
  z.object({ format: z.enum(['mermaid', 'text']).default('mermaid'), source: z.string().max(20_000) }),
  { format: 'type', source: 'code content diagram' },
  (source) => ({ source, format: /^\s*(?:graph|flowchart)\b/.test(source) ? 'mermaid' : 'text' }),
);

const wiringContent = alsoNamed(
  z.object({
    board,
    components: z
      .array(
        alsoNamed(z.object({ id: partId, label: z.string().max(120) }), { id: 'componentid', label: 'name' }),
      )
      .max(200)
      .optional()
      .meta({ hidden: true }),
    connections: z.array(connection).min(1).max(300),
    powerRails: alsoByName(z.array(powerRail).max(20), { key: 'name', value: 'voltage' }).optional(),
    steps: wiringSteps.optional(),
    diagram: diagram.optional().meta({ hidden: true }),
  }),
  { connections: 'wires wiring', steps: 'instructions assembly' },
);
export type WiringContent = z.infer<typeof wiringContent>;

/** The stored content: that of the caller with the fields that the server computes. */
export interface Wiring extends WiringContent {
  schemaVersion: 1;
  bomVersion: number | null;
  warnings: ReturnType<typeof wiringWarnings>;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** `from` and `to` in lower case: the key of a connection. */
function connectionId(item: Record<string, unknown>): string {
  const place = (value: unknown) => {
    const { componentId, pin } = (value ?? {}) as Record<string, unknown>;
    return `${textOf(componentId)}:${textOf(pin)}`;
  };
  return `${place(item.from)}>${place(item.to)}`.toLowerCase();
}

/** The connections between pins, and the steps to make them. */
export const wiringKind = defineArtifactKind<WiringContent>({
  kind: 'wiring',
  title: 'Wiring',
  description: 'voltages in V; checked against the bom',
  format: 'json',
  schema: wiringContent,
  arrayKeys: {
    components: { key: 'id' },
    connections: { key: 'id', make: connectionId },
    powerRails: { key: 'name' },
    steps: { key: 'order' },
  },
  finish: async (content, siblings) => {
    const wiring = finishedWiring(content, await partsBeside(siblings));
    return {
      content: wiring as unknown as Record<string, unknown>,
      warnings: wiring.warnings.map(warningText),
    };
  },
  recheck: async (content, siblings) =>
    staleWiring(content as unknown as Wiring, await partsBeside(siblings)).map(warningText),
});

/** Warnings that the current parts list adds to a stored wiring. A changed price adds none. */
export function staleWiring(wiring: Wiring, parts: CurrentParts): ReturnType<typeof wiringWarnings> {
  if (!parts || wiring.bomVersion === parts.version) return [];
  const drawnFor =
    wiring.bomVersion === null ? 'no parts list' : `version ${wiring.bomVersion} of the parts list`;
  const known = new Set(wiring.warnings.map(({ message }) => message));
  const others = wiringWarnings(wiring, parts.bom).filter(({ message }) => !known.has(message));
  if (others.length === 0) return [];
  const message = `The wiring was drawn for ${drawnFor}, which is at version ${parts.version} now.`;
  return [{ code: 'STALE_BOM', message, connectionIds: [] }, ...others];
}

/** The connections with their colours and the warnings of the checks. */
export function finishedWiring(content: WiringContent, parts: CurrentParts): Wiring {
  const connections = content.connections.map((one) => ({
    ...one,
    wireColor: one.wireColor ?? colorOf(one),
  }));
  return {
    schemaVersion: 1,
    ...content,
    connections,
    bomVersion: parts?.version ?? null,
    warnings: wiringWarnings({ ...content, connections }, parts?.bom),
  };
}

function colorOf(one: Connection): Connection['wireColor'] {
  if (isGround(one)) return 'black';
  return isSupply(one) ? 'red' : 'yellow';
}
