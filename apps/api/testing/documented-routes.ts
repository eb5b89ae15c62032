import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../../../libs/contracts/testing/nearly.ts';

export interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

/** A route as the OpenAPI document describes it. */
export interface DocumentedRoute {
  /** `GET /v1/turns/{turnId}`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  summary: string | undefined;
  scope: string | undefined;
  statuses: string[];
  parameters: Parameter[];
  pathParameters: Parameter[];
  queryParameters: Parameter[];
  /** Schema of a JSON body. */
  body: Schema | undefined;
  multipart: boolean;
  streams: boolean;
}

interface Operation {
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, unknown> }>;
  'x-required-scope'?: string;
}

/** Every route of the document. */
export function documentedRoutes(document: OpenAPIObject): DocumentedRoute[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([verb, operation]) =>
      routeOf(path, verb.toUpperCase() as DocumentedRoute['method'], operation, schemasOf(document)),
    ),
  );
}

const COMPONENT = '#/components/schemas/';

function schemasOf(document: OpenAPIObject): Record<string, Schema> {
  return (document.components?.schemas ?? {}) as Record<string, Schema>;
}

/** Replaces each `$ref` with its schema, at any depth. The schemas have no cycles. */
function inlined<Part>(part: Part, schemas: Record<string, Schema>): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => inlined(one, schemas)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as { $ref?: unknown };
  if (typeof $ref !== 'string')
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, inlined(value, schemas)]),
    ) as Part;
  const named = schemas[$ref.replace(COMPONENT, '')];
  if (!named) throw new Error(`The document has no ${$ref}`);
  return { ...inlined(named, schemas), ...rest } as Part;
}

function routeOf(
  path: string,
  method: DocumentedRoute['method'],
  operation: Operation,
  schemas: Record<string, Schema>,
): DocumentedRoute {
  const parameters = inlined(operation.parameters ?? [], schemas);
  const contents = operation.requestBody?.content ?? {};
  return {
    name: `${method} ${path}`,
    method,
    path,
    summary: operation.summary,
    scope: operation['x-required-scope'],
    statuses: Object.keys(operation.responses),
    parameters,
    pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
    queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
    body: inlined(contents['application/json']?.schema, schemas),
    multipart: 'multipart/form-data' in contents,
    streams: Object.values(operation.responses).some(({ content }) => 'text/event-stream' in (content ?? {})),
  };
}

/** Fills in the path parameters. Throws if one has no value, so that no route is skipped. */
export function addressOf(
  route: Pick<DocumentedRoute, 'name' | 'path'>,
  values: Record<string, string>,
): string {
  return route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter];
    if (value === undefined)
      throw new Error(`${route.name}: this suite has no value for {${parameter}}; give it one`);
    return encodeURIComponent(value);
  });
}
