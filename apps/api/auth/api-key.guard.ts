import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  createParamDecorator,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBearerAuth, ApiExtension, ApiTags } from '@nestjs/swagger';
import { trace } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { ApiKeyScope } from '#contracts';
import { ProblemError } from '#http';
import { ApiKeyService, type ApiCaller } from '#identity';
import { ATTRIBUTES } from '#telemetry';
import { keepRecheck } from './key-recheck.ts';

const SCOPE = 'turnpike:scope';
const CALLERS = new WeakMap<FastifyRequest, ApiCaller>();

/** The extension of the OpenAPI document that names the scope that a route needs. */
const SCOPE_EXTENSION = 'x-required-scope';

/** The scope that a route needs. Every route behind {@link ApiKeyGuard} has one. */
export const Scope = (scope: ApiKeyScope) =>
  applyDecorators(SetMetadata(SCOPE, scope), ApiExtension(SCOPE_EXTENSION, scope));

/**
 * For controllers whose routes need an API key.
 *
 * @param tag of the routes in the OpenAPI document.
 * @param scope of every route; without one, each route has its own {@link Scope}.
 */
export const KeyedRoutes = (tag: string, scope?: ApiKeyScope) =>
  applyDecorators(
    ApiTags(tag),
    ApiBearerAuth(),
    UseGuards(ApiKeyGuard),
    ...(scope === undefined ? [] : [Scope(scope)]),
  );

/** The org and the rights of the request's API key. */
export const Caller = createParamDecorator((_input: unknown, context: ExecutionContext): ApiCaller => {
  const caller = CALLERS.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!caller) throw new ProblemError(401, 'unauthorized', 'This route needs an API key.');
  return caller;
});

/** Accepts requests with an API key that has the scope of the route. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeyService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!key) throw unauthorized('Send an API key: Authorization: Bearer tp_…');
    const caller = await this.keys.authenticate(key);
    if (!caller) throw unauthorized('This API key is not known, or was revoked.');
    const scope = this.reflector.getAllAndOverride<ApiKeyScope | undefined>(SCOPE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!scope) throw new Error(`${context.getClass().name}.${context.getHandler().name} has no @Scope`);
    if (!caller.scopes.includes(scope)) {
      throw new ProblemError(403, 'missing-scope', `This API key lacks the scope "${scope}".`);
    }
    CALLERS.set(request, caller);
    keepRecheck(request, async () => {
      const now = await this.keys.authenticate(key);
      return now?.orgId === caller.orgId && now.scopes.includes(scope);
    });
    trace.getActiveSpan()?.setAttribute(ATTRIBUTES.orgId, caller.orgId);
    return true;
  }
}

function unauthorized(detail: string): ProblemError {
  return new ProblemError(401, 'unauthorized', detail);
}
