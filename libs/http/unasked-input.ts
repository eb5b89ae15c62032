import { Injectable, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { validationPipe } from './validation.ts';

const NOTHING = z.strictObject({});

/**
 * Refuses what a route does not read: a query or a body of one that declares none gets 422 with each name, as an unknown
 * field does elsewhere. A mistyped parameter would be ignored without a word. Routes that read the request themselves are
 * left alone, and so is what lies outside `below`: a probe of `/health/ready` may add what it likes. It runs behind the
 * guards: who is not let in is told no more than that.
 */
@Injectable()
export class UnaskedInput implements NestInterceptor {
  private readonly validation = validationPipe();

  /** @param below the beginning of the paths that it holds for, such as `/v1/`. */
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

/** What the handler of a route takes of the request. */
function readBy(context: ExecutionContext): Set<number> {
  const parameters = (Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) ?? {}) as Record<string, unknown>;
  // Such as "4:1": the second parameter is the query.
  return new Set(Object.keys(parameters).map((key) => Number(key.split(':')[0])));
}
