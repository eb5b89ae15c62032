import { z } from 'zod';
import { readable } from '#contracts/console';

const toolCalls = z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }));
const message = z.object({
  role: z.string(),
  text: z.string(),
  name: z.string().optional(),
  toolCalls: toolCalls.optional(),
  /** Attachments: texts of documents, pictures. */
  parts: z.unknown().optional(),
  pictures: z.unknown().optional(),
});
const modelInput = z.object({ system: z.string(), messages: z.array(message) });

/** A part of what a model read or wrote, and its author. */
export type Said = [by: string, what: unknown];

/** The input of a model call by author, in its order; undefined for the input of other spans, and for one that was cut. */
export function messagesOf(input: unknown): Said[] | undefined {
  const read = modelInput.safeParse(input).data;
  return read && [['system', read.system], ...read.messages.flatMap(saidIn)];
}

function saidIn({ role, text, name, parts, pictures, ...more }: z.infer<typeof message>): Said[] {
  const by = name === undefined ? role : `${role} ${name}`;
  const said: Said[] = [
    [by, role === 'tool' ? readable(text) : text],
    [`${by}, attached`, parts ?? pictures],
    ...(callsOf(more.toolCalls) ?? []).map(([call, given]): Said => [`${by} ${call}`, given]),
  ];
  return said.filter(([, what]) => what !== '' && what !== undefined);
}

/** The tool calls that a model requested; a program as its text. */
export function callsOf(calls: unknown): Said[] | undefined {
  return toolCalls
    .safeParse(calls)
    .data?.map(({ name, arguments: given }) => [
      `calls ${name}`,
      (name === 'run_program' && given.code) || given,
    ]);
}
