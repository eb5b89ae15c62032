import type { Installation } from '../harness/installation.ts';

/** One operation of the API's OpenAPI document. */
export interface Route {
  /** `GET /v1/turns/{turnId}`. */
  name: string;
  method: string;
  path: string;
  /** Names of the parameters in the path. */
  pathParameters: string[];
  /** True if the operation takes a JSON body. */
  hasBody: boolean;
  /** True if the operation requires an API key. */
  secured: boolean;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, { requestBody?: { content: object }; security?: unknown[] }>>;
}

/** Every route in the OpenAPI document of the running API. */
export async function routesOf(turnpike: Installation): Promise<Route[]> {
  const document = (await (await fetch(`${turnpike.url()}/openapi.json`)).json()) as OpenApiDocument;
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path,
      pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter),
      hasBody: 'application/json' in (operation.requestBody?.content ?? {}),
      secured: (operation.security ?? []).length > 0,
    })),
  );
}
