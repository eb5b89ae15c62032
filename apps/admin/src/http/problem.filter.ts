import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PROBLEM_MEDIA_TYPE } from '#contracts';
import { currentTraceparent, traceIdOf } from '#telemetry';
import { problemFor } from './problems.ts';

/** Every error leaves as problem details (RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const { problem, retryAfterSeconds, unexpected } = problemFor(error);
    if (unexpected) this.logger.error(error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const traceparent = currentTraceparent();
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    void reply
      .status(problem.status)
      .header('cache-control', 'no-store')
      .type(PROBLEM_MEDIA_TYPE)
      .send(JSON.stringify(traceparent ? { ...problem, traceId: traceIdOf(traceparent) } : problem));
  }
}
