import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#http';

/** The one field of an upload. */
const FILE_FIELD = 'file';

export interface Upload {
  name: string;
  content: Buffer;
}

/**
 * The one file of a multipart request.
 *
 * @throws ProblemError 400, 413, 415 or 422
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    throw new ProblemError(415, 'unsupported-media-type', 'Send the file as multipart/form-data.');
  let upload: Upload | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') throw unknownField(part.fieldname);
      upload = await readFile(part, upload);
    }
  } catch (error) {
    throw problemOf(error);
  }
  if (!upload) throw fieldProblem(FILE_FIELD, 'required: the file to upload');
  return upload;
}

async function readFile(part: MultipartFile, earlier: Upload | undefined): Promise<Upload> {
  if (part.fieldname !== FILE_FIELD) throw unknownField(part.fieldname);
  if (earlier) throw fieldProblem(FILE_FIELD, 'expected one file');
  return { name: part.filename ?? '', content: await part.toBuffer() };
}

const unknownField = (name: string) => fieldProblem(String(name).slice(0, 100), 'unknown field');

function fieldProblem(field: string, detail: string): ProblemError {
  const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const errors = [{ pointer, detail }];
  return new ProblemError(422, 'invalid-request', `The request does not fit. ${pointer}: ${detail}.`, {
    errors,
  });
}

/** Whatever else the parser says is about a body that is not what its header promises. */
function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const status = statusOf(error);
  if (status === 413)
    return new ProblemError(
      413,
      'content-too-large',
      'The file is larger than 10 MiB, or there are too many parts.',
    );
  return new ProblemError(400, 'bad-request', 'The body is not readable multipart/form-data.');
}

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'statusCode' in error
    ? Number(error.statusCode)
    : undefined;
}
