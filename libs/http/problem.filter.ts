import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PinoLogger } from 'nestjs-pino';
import type { ProblemError } from './problem.error.ts';
import { problemResponse, sendProblem } from './send-problem.ts';
import { needsSomebody, toProblem } from './to-problem.ts';

/** Every error leaves as RFC 9457 problem details. What nobody foresaw is a 500 that says nothing and is logged whole. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  /** @param answered what answers a problem in another protocol; false where it does not. */
  constructor(
    private readonly logger: Pick<PinoLogger, 'error'>,
    private readonly answered: (
      problem: ProblemError,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => boolean = () => false,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    report(this.logger, error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const problem = toProblem(error, request);
    if (!this.answered(problem, request, reply)) sendProblem(reply, problem);
  }
}

/** The same of an error that no filter sees, as its answer leaves by another way. */
export function answerTo(
  error: unknown,
  request: FastifyRequest,
  logger: Pick<PinoLogger, 'error'>,
): Response {
  report(logger, error);
  return problemResponse(toProblem(error, request));
}

function report(logger: Pick<PinoLogger, 'error'>, error: unknown): void {
  if (needsSomebody(error)) logger.error({ err: error }, 'a request failed');
}
