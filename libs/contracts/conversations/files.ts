import { z } from 'zod';
import { uuid } from '../values/ids.ts';

export const fileView = z.object({
  fileId: uuid.describe('Names the file in attachments.'),
  name: z.string().describe('Name of the uploaded file, without folders.'),
  mediaType: z.string().describe('Type of the content, detected regardless of the name.'),
  bytes: z.number().int().describe('Size of the content.'),
  sha256: z.string().describe('SHA-256 of the content, 64 hexadecimal digits.'),
  createdAt: z.iso.datetime().describe('When it was stored (ISO 8601, UTC).'),
  links: z
    .object({ self: z.string(), content: z.string() })
    .describe('Paths of the file and of its content.'),
});
export type FileView = z.infer<typeof fileView>;
