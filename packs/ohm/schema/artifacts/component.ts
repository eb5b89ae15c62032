import { z } from 'zod';
import { partCategories, partInterfaces } from '../parts/catalogue.ts';

const volts = z.number().min(0).max(1_000);
const milliamperes = z.number().min(0);

const i2cAddress = z.string().refine((text) => {
  const address = /^0x[0-9a-f]{1,2}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  return address >= 0x03 && address <= 0x77;
}, 'expected an address from 0x03 to 0x77');

const httpUrl = z.url({ protocol: /^https?$/ });

/** A part of the project. */
export const component = z.object({
  id: z.string().regex(/^[a-z0-9-]{2,60}$/, 'expected 2 to 60 of a-z, 0-9 and -'),
  name: z.string().trim().min(1).max(120),
  category: z.enum(partCategories),
  partNumber: z.string().max(120).optional(),
  manufacturer: z.string().max(120).optional(),
  supplier: z.string().max(120).optional(),
  supplierUrl: httpUrl.optional(),
  quantity: z.int().min(1).max(999).default(1),
  unitPrice: z.number().min(0).nullable().default(null),
  priceSource: z.enum(['user', 'catalogue_sample', 'model', 'unknown']).default('unknown'),
  voltage: z
    .object({ min: volts, max: volts, logic: volts.optional() })
    .refine(({ min, max }) => min <= max, 'expected min to be at most max')
    .optional(),
  currentMa: z.object({ typical: milliamperes, max: milliamperes }).optional(),
  interfaces: z.array(z.enum(partInterfaces)).max(10).optional(),
  i2cAddress: i2cAddress.optional(),
  pins: z
    .array(z.object({ signal: z.string().max(40), suggestedPin: z.string().max(20) }))
    .max(60)
    .optional(),
  alternatives: z
    .array(
      z.object({
        name: z.string().max(120),
        partNumber: z.string().max(120).optional(),
        unitPrice: z.number().min(0).nullable().optional(),
        note: z.string().max(300).optional(),
      }),
    )
    .max(5)
    .optional(),
  required: z.boolean().default(true),
  status: z.enum(['proposed', 'confirmed', 'owned']).default('proposed'),
  notes: z.string().max(500).optional(),
});
export type Component = z.infer<typeof component>;
