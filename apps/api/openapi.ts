import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

/** The api's OpenAPI document, as served at `/openapi.json` and committed as `openapi.json`. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setTitle('Turnpike')
    .setDescription('Messages in, agent replies out. Errors are RFC 9457 problem details.')
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key of an org: tp_…' })
    .build();
  return SwaggerModule.createDocument(app, outline);
}
