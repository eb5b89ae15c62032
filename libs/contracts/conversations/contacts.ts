import { z } from 'zod';

/** Answer of `GET /v1/contacts/:id/export`. */
export const contactExport = z.object({
  contact: z.object({
    id: z.string(),
    name: z.string().nullable(),
    language: z.string().nullable(),
    createdAt: z.iso.datetime(),
  }),
  exportedAt: z.iso.datetime().describe('When the export was made (ISO 8601, UTC).'),
  records: z
    .record(z.string(), z.record(z.string(), z.array(z.unknown())))
    .describe('Rows by owning module and table.'),
});
export type ContactExport = z.infer<typeof contactExport>;

/** Answer of `DELETE /v1/contacts/:id`. */
export const contactErasure = z.object({
  contactHash: z
    .string()
    .describe('Hash of the id in the audit log: SHA-256 of org id, slash and contact id.'),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  deleted: z
    .record(z.string(), z.record(z.string(), z.number().int()))
    .describe('Number of deleted rows by owning module and table.'),
});
export type ContactErasure = z.infer<typeof contactErasure>;
