import { Injectable, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validationPipe } from './validation.ts';

const NOTHING = z.strictObject({});

/**
 * Rejects a query or body that the route does not declare with 422, naming each field, so that mistyped parameters are not
 * silently ignored. Skips routes that read the raw request and paths outside `below`, so that probes of `/health/ready` can
 * send any query. Runs after the guards, so unauthorised callers learn nothing about a route.
 */
@Injectable()
export class UnexpectedInput implements NestInterceptor {
  private readonly validation = validationPipe();

  /** @param below prefix of the checked paths, such as `/v1/`. */
  constructor(private readonly below: string) {}

  async intercept(context: ExecutionContext, next: { handle(): ReturnType<NestInterceptor['intercept']> }) {
    const { url, query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const read = readBy(context);
    if (url.startsWith(this.below) && !read.has(RouteParamtypes.REQUEST)) {
      if (!read.has(RouteParamtypes.QUERY)) await this.refuseAnyOf('query', query);
      if (!read.has(RouteParamtypes.BODY) && body !== undefined && body !== null)
        await this.refuseAnyOf('body', body);
    }
    return next.handle();
  }

  private async refuseAnyOf(type: 'query' | 'body', value: unknown): Promise<void> {
    await this.validation.transform(value, { type, schema: NOTHING });
  }
}

/** Kinds of request input that the handler of a route declares. */
function readBy(context: ExecutionContext): Set<number> {
  const parameters = (Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) ?? {}) as Record<string, unknown>;
  // Such as "4:1": the second parameter is the query.
  return new Set(Object.keys(parameters).map((key) => Number(key.split(':')[0])));
}
