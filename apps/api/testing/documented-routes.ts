import type { OpenAPIObject } from '@nestjs/swagger';

/** The part of JSON Schema that our documents use. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  /** Of everything: a property that must not be there. */
  not?: Record<string, never>;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  example?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

/** A route as the OpenAPI document tells of it. */
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
      routeOf(path, verb.toUpperCase() as DocumentedRoute['method'], operation),
    ),
  );
}

function routeOf(path: string, method: DocumentedRoute['method'], operation: Operation): DocumentedRoute {
  const parameters = operation.parameters ?? [];
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
    body: contents['application/json']?.schema,
    multipart: 'multipart/form-data' in contents,
    streams: Object.values(operation.responses).some(({ content }) => 'text/event-stream' in (content ?? {})),
  };
}

/** The path with its parameters filled in; one without a value is an error, so that no route is passed over. */
export function addressOf(route: DocumentedRoute, values: Record<string, string>): string {
  return route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter];
    if (value === undefined)
      throw new Error(`${route.name}: this suite has no value for {${parameter}}; give it one`);
    return encodeURIComponent(value);
  });
}
