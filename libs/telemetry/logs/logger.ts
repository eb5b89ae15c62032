import type { IncomingMessage } from 'node:http';
import { trace } from '@opentelemetry/api';
import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { DestinationStream, LoggerOptions } from 'pino';
import type { Options } from 'pino-http';
import { CONFIG, type Config } from '#config';
import { redactText } from '#text';
import { ATTRIBUTES } from '../attributes.ts';
import { redact } from '../redaction/redact-value.ts';

/** Paths that probes and scrapers request regularly in every process. */
const PROBES = /^\/(?:health|metrics)(?:[/?]|$)/;
/** The default of nestjs-pino 5.2, `{/*splat}`, matches no request on Fastify under Nest 12. */
const EVERY_ROUTE = '/{*path}';
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;
const UNAVAILABLE = 503;

/** Characters that end a line for some readers, or that terminals obey, and that JSON leaves as they are. */
const UNSAFE_IN_LINES = /[\u007f-\u009f\u2028\u2029]/g;

function safeLine(line: string): string {
  return redactText(line).replace(
    UNSAFE_IN_LINES,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Fields with live objects, which their own serializers convert to plain fields later. */
const SERIALIZED_LATER = new Set(['req', 'res', 'err']);

/** Span fields of every log line. */
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

/** Logger options: JSON lines, also in development, with the span's ids and without secrets. */
export function loggerOptions(settings: { level: string; serviceName: string }): LoggerOptions {
  return {
    level: settings.level,
    base: { service: settings.serviceName },
    mixin: spanFields,
    formatters: {
      level: (label) => ({ level: label }),
      log: redactFields,
    },
    // Redact the whole line again: message, fields of child loggers and output of serializers.
    hooks: { streamWrite: safeLine },
  };
}

/** Nest removes the matched path from `url` while a middleware runs, so the original URL is used. */
function pathOf(request: { url?: string; originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? '';
}

/**
 * Logs one line per request, without body and headers. Successful reads of `quietRoutes` and of probes are frequent, so
 * they are logged at level debug.
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

/** Module of Nest's logger on pino. The app calls `app.useLogger(app.get(Logger))` with `Logger` of nestjs-pino. */
@Module({})
export class LoggingModule {
  /**
   * @param options.serviceName `turnpike-api`, `turnpike-worker`, `turnpike-admin`.
   * @param options.quietRoutes paths that a page polls; a successful read is logged at level debug.
   * @param options.destination output of the lines; standard output if absent.
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
