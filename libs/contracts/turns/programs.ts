import { z } from 'zod';

/** Place of a program in its turn: model round and index of the call, such as `1.0`. */
export const programPlace = z.string().regex(/^\d{1,3}\.\d{1,3}$/, 'expected a place such as 1.0');

const programEnd = z.object({
  ok: z.boolean(),
  /** Null if the program returned no value. */
  value: z.unknown(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
});

const storedProgram = z.object({
  place: programPlace,
  code: z.string(),
  startedAt: z.iso.datetime(),
  /** Null while the program runs or waits for an approval. */
  end: programEnd.nullable(),
  calls: z.array(
    z.object({
      sequence: z.int(),
      tool: z.string(),
      input: z.unknown(),
      ok: z.boolean(),
      /** The value that the function returned, or `{ errorClass, message }`. */
      answer: z.unknown(),
    }),
  ),
});

/** A replay of a program in which recorded results replace the calls. */
export const programReplay = z.object({
  program: storedProgram,
  replay: programEnd.extend({
    logs: z.array(z.string()),
    cpuMs: z.number(),
    wallMs: z.number(),
    memoryBytes: z.number(),
  }),
  /** True if the replay ended like the program; null if the program has not ended. */
  same: z.boolean().nullable(),
});
export type ProgramReplay = z.infer<typeof programReplay>;

export const turnPrograms = z.object({ items: z.array(storedProgram) });
