import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiExcludeController, DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { loadConfig } from '#config';
import { HealthController } from '#http';
import { ApiModule } from './api.module.ts';
import { documentedByName } from './documented-schema.ts';
import { inputNames, outputNames } from './schema-names.ts';
import { problemSchemas, addImpliedProblems } from './problem-responses.ts';

// Applied here and not on the controller, because `@nestjs/swagger` loads about 500 modules that the other apps do not need.
ApiExcludeController()(HealthController);

const TAGS = [
  { name: 'messages', description: 'Messages in: each becomes a turn that is answered later.' },
  { name: 'turns', description: 'What became of a message: state, reply, cost, events while it runs.' },
  { name: 'conversations', description: 'Who said what, artifacts, what the client shares, summaries.' },
  { name: 'files', description: 'Files to attach to messages.' },
  { name: 'contacts', description: 'Export and erase everything stored about a contact.' },
  { name: 'approvals', description: 'Tool calls that wait for a person to agree.' },
];

/** The api's OpenAPI document, as served at `/openapi.json` and committed as `openapi.json`. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Turnpike')
    .setDescription('Messages in, agent replies out. Errors are RFC 9457 problem details.')
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The api that serves this document.')
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'API key of an org: tp_…' })
    .build();
  outline.tags = TAGS;
  const document = SwaggerModule.createDocument(app, outline, {
    standardSchemaConverter: (schema, { schemaType }) =>
      schema instanceof z.ZodType
        ? documentedByName(schema, schemaType, schemaType === 'input' ? inputNames : outputNames)
        : undefined,
  });
  addImpliedProblems(document.paths);
  return {
    ...document,
    components: { ...document.components, schemas: { ...document.components?.schemas, ...problemSchemas() } },
  };
}

/** The document without a running api: nothing is connected, no provider is made. */
export async function buildOpenApiDocument(): Promise<OpenAPIObject> {
  const config = loadConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  const app = await NestFactory.create(ApiModule.forRoot(config), new FastifyAdapter(), {
    preview: true,
    logger: false,
  });
  return describeApi(app);
}
