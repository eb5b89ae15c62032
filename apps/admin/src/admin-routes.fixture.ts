import { RequestMethod } from '@nestjs/common';
import {
  CUSTOM_ROUTE_ARGS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { z } from 'zod';
import type { Schema } from '../../../libs/contracts/testing/nearly.ts';
import type { AdminFixture } from './admin.fixture.ts';

export interface AdminRoute {
  method: string;
  path: string;
  /** The declared parameters of the query. */
  query: Record<string, Schema>;
}

/** `POST /admin/flags/:key/set`. */
export function nameOf({ method, path }: Pick<AdminRoute, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Lists every route of the console's server, read from its controllers. */
export function routesOf({ app }: AdminFixture): AdminRoute[] {
  const scanner = new MetadataScanner();
  return new DiscoveryService(app.get(ModulesContainer))
    .getControllers()
    .flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function' || !instance) return [];
      const base = String(Reflect.getMetadata(PATH_METADATA, metatype) ?? '');
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return scanner.getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        const method =
          handler && (Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined);
        if (!handler || method === undefined) return [];
        const own = String(Reflect.getMetadata(PATH_METADATA, handler));
        const path = `/${[base, own]
          .map((part) => part.replaceAll(/^\/|\/$/g, ''))
          .filter(Boolean)
          .join('/')}`;
        return [{ method: RequestMethod[method] ?? '', path, query: queryOf(metatype, name) }];
      });
    });
}

function queryOf(controller: object, handler: string): AdminRoute['query'] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { schema?: { shape?: Record<string, z.ZodType> } }
  >;
  // The key of the second parameter ends with ":1"; that of a query begins with its kind, that of `?org=` is custom.
  const parameters = Object.entries(declared).flatMap(([key, { schema }]) =>
    Number(key.split(':')[0]) === RouteParamtypes.QUERY || key.includes(CUSTOM_ROUTE_ARGS_METADATA)
      ? Object.entries(schema?.shape ?? {})
      : [],
  );
  const documented = { io: 'input', unrepresentable: 'any' } as const;
  return Object.fromEntries(
    parameters.map(([name, schema]) => [name, z.toJSONSchema(schema, documented) as Schema]),
  );
}
