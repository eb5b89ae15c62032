import { notConfigured, ToolError } from '#pack-kit';

const NAME = 'The property data service';

/**
 * Error for a status of the service, from HTTP or from an error object inside HTTP 200. The sentence is ours; the
 * service's own words are logged for operators.
 */
export function serviceFailure(status: number, retryAfterMs?: number): ToolError {
  const wait = retryAfterMs === undefined ? undefined : { retryAfterMs };
  switch (status) {
    case 404:
      return notConfigured(
        `${NAME} has no such service or layer: check GEO_ARCGIS_BASE_URL and GEO_LAYER_MAP.`,
        'GEO_ARCGIS_BASE_URL',
        'GEO_LAYER_MAP',
      );
    case 498:
    case 499:
      return notConfigured(`${NAME} requires a valid token. Set GEO_ARCGIS_TOKEN.`, 'GEO_ARCGIS_TOKEN');
    case 408:
      return new ToolError('TIMEOUT', `${NAME} did not answer in time.`);
    case 429:
      return new ToolError('RATE_LIMITED', `${NAME} limits the rate of requests. Try again later.`, wait);
    case 502:
    case 503:
    case 504:
      return new ToolError('UPSTREAM_UNAVAILABLE', `${NAME} is not available at the moment.`, wait);
    default:
      return status >= 400 && status < 500
        ? new ToolError('UPSTREAM_REJECTED', `${NAME} rejected the request.`)
        : new ToolError('UPSTREAM_ERROR', `${NAME} failed.`);
  }
}

/** Error for an answer that no ArcGIS service gives, such as a sign-in page. */
export function unreadable(): ToolError {
  return new ToolError('UPSTREAM_ERROR', `${NAME} returned an unreadable response.`);
}

/** Error for a request without an answer. @param error thrown by the outbound client */
export function requestFailure(error: unknown): unknown {
  if (error instanceof ToolError) return error;
  const { toolErrorClass } = error as { toolErrorClass?: ToolError['errorClass'] };
  switch (toolErrorClass) {
    case undefined:
      return error;
    case 'TIMEOUT':
      return serviceFailure(408);
    case 'UPSTREAM_UNAVAILABLE':
      return new ToolError('UPSTREAM_UNAVAILABLE', `${NAME} cannot be reached.`);
    case 'FORBIDDEN':
      return notConfigured(
        'The host of GEO_ARCGIS_BASE_URL is not public: an operator can allow it with HTTP_ALLOW_HOSTS.',
        'HTTP_ALLOW_HOSTS',
      );
    case 'VALIDATION_FAILED':
      return notConfigured('GEO_ARCGIS_BASE_URL is not an allowed address.', 'GEO_ARCGIS_BASE_URL');
    default:
      return unreadable();
  }
}
