import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#artifacts';
import { ProblemError } from '#http';

type Parts = ReturnType<FastifyRequest['parts']>;

/** The one field of an upload. */
const FILE_FIELD = 'file';
const MAX_SIZE = `${MAX_FILE_BYTES / 1024 ** 2} MiB`;
const HOW_TO_SEND =
  `Send multipart/form-data with the file in the part “${FILE_FIELD}”, for example curl -F ${FILE_FIELD}=@NAME. ` +
  'Let the client set Content-Type, because it must contain the boundary.';

export interface Upload {
  name: string;
  /** Ends with an error if the form is not as expected after the file. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * The one file of a multipart request, which is read with its content.
 *
 * @throws ProblemError 400, 413, 415 or 422; as `content`
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw notAnUpload();
  const parts = request.parts();
  const part = await nextFile(parts);
  if (!part) throw fieldProblem(FILE_FIELD, 'required: the file to upload');
  return { name: part.filename ?? '', content: contentOf(part, parts) };
}

async function* contentOf({ file }: MultipartFile, parts: Parts): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw problemOf(error);
  }
  if (await nextFile(parts)) throw fieldProblem(FILE_FIELD, 'expected one file');
}

async function nextFile(parts: Parts): Promise<MultipartFile | undefined> {
  const { value: part, done } = await parts.next().catch((error: unknown) => {
    throw problemOf(error);
  });
  if (done) return undefined;
  if (part.type !== 'file') throw part.fieldname === FILE_FIELD ? noFile() : unknownField(part.fieldname);
  if (part.fieldname !== FILE_FIELD) throw unknownField(part.fieldname);
  return part;
}

/** A body that is not multipart/form-data. */
export const notAnUpload = () =>
  formProblem(415, 'unsupported-media-type', `The body is not a form. ${HOW_TO_SEND}`);

const noFile = () =>
  fieldProblem(FILE_FIELD, 'expected a file, found a text field; a file part needs filename="…"');

const unknownField = (name: string) =>
  fieldProblem(String(name).slice(0, 100), `unknown field; the file goes in the part “${FILE_FIELD}”`);

function formProblem(status: number, code: string, detail: string): ProblemError {
  const errors = [
    { pointer: `/${FILE_FIELD}`, detail: 'required: the file, as a part of multipart/form-data' },
  ];
  return new ProblemError(status, code, detail, { errors });
}

function fieldProblem(field: string, detail: string): ProblemError {
  const pointer = `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const errors = [{ pointer, detail }];
  const message = `The request is invalid. ${pointer}: ${detail}.`;
  return new ProblemError(422, 'invalid-request', message, { errors });
}

/** Converts parser errors: 413 if a limit is exceeded, 400 for everything else. */
function problemOf(error: unknown): ProblemError {
  const status = statusOf(error);
  if (status === 413) {
    const errors = [{ pointer: `/${FILE_FIELD}`, detail: `expected at most ${MAX_SIZE}, and no other part` }];
    const detail = `The file is larger than ${MAX_SIZE}, or there are too many parts.`;
    return new ProblemError(413, 'content-too-large', detail, { errors });
  }
  return formProblem(400, 'bad-request', `The body is not readable multipart/form-data. ${HOW_TO_SEND}`);
}

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'statusCode' in error
    ? Number(error.statusCode)
    : undefined;
}
