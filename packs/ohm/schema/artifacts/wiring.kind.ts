import { z } from 'zod';
import { defineArtifactKind } from '#pack-kit';
import { partsBeside, type Bom } from './bom.kind.ts';
import { board, connection, type Connection } from './connection.ts';
import { isGround, isSupply } from './lines.ts';
import { wiringWarnings } from './wiring-checks.ts';
import { warningText } from './warnings.ts';

const powerRail = z.object({
  name: z.string().min(1).max(40),
  voltage: z.number().min(0),
  sourceComponentId: z.string().max(60).optional(),
  maxCurrentMa: z.number().min(0).optional(),
});
const step = z.object({
  order: z.int().min(1),
  text: z.string().min(1).max(600),
  warning: z.string().max(300).optional(),
});

const wiringContent = z.object({
  board,
  components: z
    .array(z.object({ id: z.string().min(1).max(60), label: z.string().max(120) }))
    .max(200)
    .optional(),
  connections: z.array(connection).min(1).max(300),
  powerRails: z.array(powerRail).max(20).optional(),
  steps: z
    .array(step)
    .max(100)
    .refine(
      (steps) =>
        steps
          .map(({ order }) => order)
          .sort((a, b) => a - b)
          .every((order, index) => order === index + 1),
      'expected the orders 1 to n',
    )
    .optional(),
  diagram: z.object({ format: z.enum(['mermaid', 'text']), source: z.string().max(20_000) }).optional(),
});
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
  description:
    'connections: {board {componentId, name, logicVoltage}, connections: [{from {componentId, pin}, to {componentId, pin}, signal, net, voltage}], powerRails, steps: [{order, text, warning}]}; it is checked against the bom',
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
export function staleWiring(
  wiring: Wiring,
  parts: { version: number; bom: Bom } | undefined,
): ReturnType<typeof wiringWarnings> {
  if (!parts || wiring.bomVersion === parts.version) return [];
  const drawnFor =
    wiring.bomVersion === null ? 'no parts list' : `version ${wiring.bomVersion} of the parts list`;
  const known = new Set(wiring.warnings.map(({ message }) => message));
  const others = wiringWarnings(wiring, parts.bom).filter(({ message }) => !known.has(message));
  if (others.length === 0) return [];
  return [
    {
      code: 'STALE_BOM',
      message: `The wiring was drawn for ${drawnFor}, which is at version ${parts.version} now.`,
      connectionIds: [],
    },
    ...others,
  ];
}

/** The connections with their colours and the warnings of the checks. */
export function finishedWiring(
  content: WiringContent,
  parts: { version: number; bom: Bom } | undefined,
): Wiring {
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
