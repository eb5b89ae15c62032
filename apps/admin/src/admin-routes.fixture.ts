import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { AdminFixture } from './admin.fixture.ts';

export interface AdminRoute {
  method: string;
  /** The path, with parameters as `:name`. */
  path: string;
}

/** `POST /admin/flags/:key/set`. */
export function nameOf({ method, path }: AdminRoute): string {
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
        return [{ method: RequestMethod[method] ?? '', path }];
      });
    });
}
