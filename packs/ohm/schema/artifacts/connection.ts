import { z } from 'zod';

export const wireColors = [
  'red',
  'black',
  'yellow',
  'green',
  'blue',
  'white',
  'orange',
  'brown',
  'grey',
  'purple',
] as const;

const end = z.object({ componentId: z.string().min(1).max(60), pin: z.string().min(1).max(40) });
export type WireEnd = z.infer<typeof end>;

export const connection = z
  .object({
    id: z.string().min(1).max(220),
    from: end,
    to: end,
    signal: z.string().min(1).max(40),
    net: z.string().max(40).optional(),
    voltage: z.number().min(0).max(1_000).nullable().optional(),
    wireColor: z.enum(wireColors).optional(),
    notes: z.string().max(300).optional(),
  })
  .refine(({ from, to }) => from.componentId !== to.componentId || from.pin !== to.pin, {
    message: 'expected two different ends',
    path: ['to'],
  });
export type Connection = z.infer<typeof connection>;

export const board = z.object({
  componentId: z.string().min(1).max(60),
  name: z.string().min(1).max(120),
  logicVoltage: z.number().min(0).max(24),
});

/** A board with the connections of its pins. */
export interface Circuit {
  board: z.infer<typeof board>;
  connections: Connection[];
}
