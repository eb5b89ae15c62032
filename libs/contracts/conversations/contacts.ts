import { z } from 'zod';

/** Answer of `GET /v1/contacts/:id/export`. */
export const contactExport = z.object({
  contact: z.object({
    id: z.string(),
    name: z.string().nullable(),
    language: z.string().nullable(),
    createdAt: z.iso.datetime(),
  }),
  exportedAt: z.iso.datetime().describe('When it was put together (ISO 8601, UTC).'),
  records: z
    .record(z.string(), z.record(z.string(), z.array(z.unknown())))
    .describe('Rows, by who holds them and table.'),
});

/** Answer of `DELETE /v1/contacts/:id`. */
export const contactErasure = z.object({
  contactHash: z
    .string()
    .describe('What the audit log keeps of the id: SHA-256 of org id, slash and contact id.'),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  deleted: z
    .record(z.string(), z.record(z.string(), z.number().int()))
    .describe('Rows deleted, by who held them and table.'),
});
