import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptedMediaTypes, FileService, type FileRow } from '#artifacts';
import { fileView, uuid, type FileView } from '#contracts';
import { OpenLimit, ProblemError } from '#http';
import type { ApiCaller } from '#identity';
import { Caller, KeyedRoutes, Scope } from '../auth/api-key.guard.ts';
import { ApiProblem } from '../problem-responses.ts';
import { readUpload } from './read-upload.ts';
import { FILES_PATH } from './take-uploads.ts';

export const MAX_UPLOADS_OF_ORG = 4;
const MAX_UPLOADS = 12;
export const MAX_DOWNLOADS_OF_ORG = 8;
/** Each file is in memory as a whole, of at most 10 MiB. */
const MAX_DOWNLOADS = 16;
/** As long as an upload may take. */
const MAX_DOWNLOAD_MS = 120_000;
const RETRY_AFTER_S = 2;
/** For the documentation of routes with a limit. */
const tooMany = (what: string) =>
  `The org or the server has too many ${what} in progress; \`Retry-After\` gives the seconds to wait.`;

const fileIdParam = z.object({ fileId: uuid });
type FileIdParam = z.infer<typeof fileIdParam>;

@KeyedRoutes('files')
@Controller(FILES_PATH)
export class FilesController {
  private readonly uploads = new OpenLimit('uploads', MAX_UPLOADS, MAX_UPLOADS_OF_ORG, RETRY_AFTER_S);
  private readonly downloads = new OpenLimit('downloads', MAX_DOWNLOADS, MAX_DOWNLOADS_OF_ORG, RETRY_AFTER_S);

  constructor(private readonly files: FileService) {}

  @Post()
  @Scope('messages')
  @ApiOperation({
    operationId: 'uploadFile',
    summary: 'Upload a file for an attachment',
    description:
      `One file of at most 10 MiB, in the part \`file\`: ${acceptedMediaTypes.join(', ')}. Its content decides what ` +
      'it is. A file that is attached to nothing is removed after 7 days. An org may have ' +
      `${MAX_UPLOADS_OF_ORG} uploads in progress, fewer while several orgs upload.`,
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
  })
  @ApiResponse({ status: 201, standardSchema: fileView })
  @ApiProblem(400, 'The body is not readable multipart/form-data.')
  @ApiProblem(413, 'The file is larger than 10 MiB.')
  @ApiProblem(415, 'The body is not multipart/form-data, or the file is of a kind that is not taken.')
  @ApiProblem(
    422,
    'The part `file` is missing, empty or there twice, or there is another part; `errors` names it.',
  )
  @ApiProblem(429, tooMany('uploads'))
  async upload(@Caller() caller: ApiCaller, @Req() request: FastifyRequest): Promise<FileView> {
    const leave = this.uploads.enter(caller.orgId);
    try {
      return toView(await this.files.store(caller.orgId, await readUpload(request)));
    } finally {
      leave();
    }
  }

  @Get(':fileId')
  @Scope('turns')
  @ApiOperation({ operationId: 'getFile', summary: 'One file, without its content' })
  @ApiResponse({ status: 200, standardSchema: fileView })
  async read(
    @Caller() caller: ApiCaller,
    @Param({ schema: fileIdParam }) { fileId }: FileIdParam,
  ): Promise<FileView> {
    return toView((await this.files.find(caller.orgId, fileId)) ?? noFile(fileId));
  }

  @Get(':fileId/content')
  @Scope('turns')
  @ApiOperation({ operationId: 'downloadFile', summary: 'The content of a file, to be saved' })
  @ApiResponse({
    status: 200,
    description: 'With its media type. It is never shown by a browser as a page of this address.',
    content: { '*/*': {} },
  })
  @ApiProblem(429, tooMany('downloads'))
  async readContent(
    @Caller() caller: ApiCaller,
    @Param({ schema: fileIdParam }) { fileId }: FileIdParam,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    this.downloads.enterUntilClosed(reply.raw, caller.orgId);
    // A client that stops reading must not keep the place.
    const late = setTimeout(() => reply.raw.destroy(), MAX_DOWNLOAD_MS);
    reply.raw.once('close', () => clearTimeout(late));
    const { file, content } = (await this.files.open(caller.orgId, fileId)) ?? noFile(fileId);
    const charset = file.mediaType.startsWith('text/') ? '; charset=utf-8' : '';
    void reply.type(`${file.mediaType}${charset}`).headers({
      // The file name, encoded by RFC 8187, which all current clients support.
      'content-disposition': `attachment; filename*=UTF-8''${rfc8187(file.name)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    return content;
  }
}

const rfc8187 = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function noFile(fileId: string): never {
  throw new ProblemError(404, 'not-found', `There is no file ${fileId}.`);
}

function toView({ id, name, mediaType, bytes, sha256, createdAt }: FileRow): FileView {
  const self = `/${FILES_PATH}/${id}`;
  return {
    fileId: id,
    name,
    mediaType,
    bytes,
    sha256,
    createdAt: createdAt.toISOString(),
    links: { self, content: `${self}/content` },
  };
}
