import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '#config';
import { ProblemError } from '#http';
import { isAllowedHost, isAllowedOrigin } from '#mcp';

/** Rejects requests that another site's page sends through a local browser (DNS rebinding). */
@Injectable()
export class McpCallersGuard implements CanActivate {
  private readonly allowed: readonly string[];

  constructor(@Inject(CONFIG) { environment }: Config) {
    this.allowed = environment.MCP_ALLOWED_HOSTS;
  }

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isAllowedHost(headers.host, this.allowed)) throw refused('Host');
    if (!isAllowedOrigin(headers.origin, this.allowed)) throw refused('Origin');
    return true;
  }
}

function refused(header: string): ProblemError {
  const detail = `The header ${header} names neither this machine nor a host of MCP_ALLOWED_HOSTS.`;
  return new ProblemError(403, 'host-refused', detail);
}
