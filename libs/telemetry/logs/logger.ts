import type { IncomingMessage } from 'node:http';
import { trace } from '@opentelemetry/api';
import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { DestinationStream, LoggerOptions } from 'pino';
import type { Options } from 'pino-http';
import { CONFIG, type Config } from '#config';
import { ATTRIBUTES } from '../attributes.ts';
import { redactText } from '../redaction/redact-text.ts';
import { redact } from '../redaction/redact-value.ts';

/** What probes and scrapers ask all the time, in every process. */
const PROBES = /^\/(?:health|metrics)(?:[/?]|$)/;
/** The default of nestjs-pino 5.2, `{/*splat}`, matches no request at all on Fastify under Nest 12. */
const EVERY_ROUTE = '/{*path}';
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const UNAVAILABLE = 503;

/** Live objects, which serializers of their own turn into plain fields afterwards. */
const SERIALIZED_LATER = new Set(['req', 'res', 'err']);

/** What every line says of the span it was written in. */
export function spanFields(): Record<string, unknown> {
  const span = trace.getActiveSpan();
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  const attributes = 'attributes' in span ? (span.attributes as Record<string, unknown>) : {};
  return {
    traceId,
    spanId,
    orgId: attributes[ATTRIBUTES.orgId],
    turnId: attributes[ATTRIBUTES.turnId],
  };
}

function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  const live: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    (SERIALIZED_LATER.has(name) ? live : plain)[name] = value;
  return { ...(redact(plain) as Record<string, unknown>), ...live };
}

/** JSON lines, in development too, with the span's ids and without secrets. */
export function loggerOptions(settings: { level: string; serviceName: string }): LoggerOptions {
  return {
    level: settings.level,
    base: { service: settings.serviceName },
    mixin: spanFields,
    formatters: {
      level: (label) => ({ level: label }),
      log: redactFields,
    },
    // The whole line once more: message, fields of child loggers and what serializers made.
    hooks: { streamWrite: redactText },
  };
}

/** Nest takes the matched path off `url` while a middleware runs. */
function pathOf(request: { url?: string; originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}

/**
 * One line per request; the body and the headers are never logged. Reads of `quietRoutes` and of probes are asked again
 * and again: they are logged with level debug as long as they succeed.
 */
export function httpLoggerOptions(settings: {
  level: string;
  serviceName: string;
  quietRoutes?: RegExp;
}): Options {
  const isQuiet = (request: IncomingMessage) => {
    const path = pathOf(request);
    return request.method === 'GET' && (PROBES.test(path) || settings.quietRoutes?.test(path) === true);
  };
  return {
    ...loggerOptions(settings),
    quietReqLogger: true,
    customLogLevel: (request, response, error) => {
      if (response.statusCode === UNAVAILABLE) return 'warn';
      if (error || response.statusCode >= SERVER_ERROR) return 'error';
      return response.statusCode < CLIENT_ERROR && isQuiet(request) ? 'debug' : 'info';
    },
    serializers: {
      req: (request: { id: unknown; method: string; url?: string; originalUrl?: string }) => ({
        id: request.id,
        method: request.method,
        url: redactText(pathOf(request)),
      }),
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
  };
}

/** Nest's logger on pino. The app calls `app.useLogger(app.get(Logger))` with `Logger` of nestjs-pino. */
@Module({})
export class LoggingModule {
  /**
   * @param options.serviceName `turnpike-api`, `turnpike-worker`, `turnpike-admin`.
   * @param options.quietRoutes paths that a page polls; a successful read of one is logged with level debug.
   * @param options.destination where lines go; standard output when absent.
   */
  static forRoot(options: {
    serviceName: string;
    quietRoutes?: RegExp;
    destination?: DestinationStream;
  }): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRootAsync({
          inject: [CONFIG],
          useFactory: (config: Config) => {
            const http = httpLoggerOptions({
              level: config.environment.LOG_LEVEL,
              serviceName: options.serviceName,
              quietRoutes: options.quietRoutes,
            });
            return {
              pinoHttp: options.destination ? [http, options.destination] : http,
              forRoutes: [EVERY_ROUTE],
            };
          },
        }),
      ],
    };
  }
}
