import { z } from 'zod';

/** Place of a program in its turn: round of the model and call of the round, such as `1.0`. */
export const programPlace = z.string().regex(/^\d{1,3}\.\d{1,3}$/, 'expected a place such as 1.0');

const programEnd = z.object({
  ok: z.boolean(),
  /** Null where it came to none. */
  value: z.unknown(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
});

/** A program of a turn, as it ran: what is stored of it. */
const storedProgram = z.object({
  place: programPlace,
  code: z.string(),
  startedAt: z.iso.datetime(),
  /** Null while it runs, or waits for a person. */
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

/** The same program run again, with recorded results in place of every call. */
export const programReplay = z.object({
  program: storedProgram,
  replay: programEnd.extend({
    logs: z.array(z.string()),
    cpuMs: z.number(),
    wallMs: z.number(),
    memoryBytes: z.number(),
  }),
  /** Whether it came to the same end. Null where there is no end to compare with. */
  same: z.boolean().nullable(),
});
export type ProgramReplay = z.infer<typeof programReplay>;

export const turnPrograms = z.object({ items: z.array(storedProgram) });
