import { z } from 'zod';
import { notConfigured, type ToolContext } from '#pack-kit';
import type { GeoSettings } from '../../settings.ts';
import { requestFailure, serviceFailure, unreadable } from './service-failure.ts';

export type HttpPort = ToolContext['http'];

/** Longer addresses are sent as a form, because servers and proxies cut them. */
const MAX_URL_CHARACTERS = 1_800;
const MAX_ANSWER_BYTES = 10 * 1_024 * 1_024;

const errorObject = z.object({
  error: z.object({ code: z.coerce.number(), message: z.string().optional(), details: z.unknown() }),
});

export interface ServiceParts {
  settings: GeoSettings;
  http: HttpPort;
  /** Logs the service's own words about a failure, for operators. */
  tell: (line: { message: string; path: string; status: number; detail: string }) => void;
}

/** Requests to one MapServer. Each is attempted once; the executor of the tool retries. */
export class ArcGisService {
  constructor(private readonly parts: ServiceParts) {}

  /**
   * Gets the JSON at a path below the service.
   *
   * @throws ToolError NOT_CONFIGURED without an address, else the class that fits the failure.
   */
  async get(path: string, parameters: Record<string, string>, signal?: AbortSignal): Promise<unknown> {
    const { baseUrl, token, requestTimeoutMs } = this.parts.settings;
    if (baseUrl === undefined) throw withoutAddress();
    const query = new URLSearchParams({ f: 'json', ...parameters, ...(token && { token }) });
    const url = `${baseUrl}${path}`;
    const asForm = url.length + 1 + query.toString().length > MAX_URL_CHARACTERS;
    let answer;
    try {
      answer = await this.parts.http.request({
        url: asForm ? url : `${url}?${query.toString()}`,
        ...(asForm && { method: 'POST' as const, body: query }),
        timeoutMs: requestTimeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        acceptAnyStatus: true,
        ...(signal && { signal }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw requestFailure(error);
    }
    return this.read(path, answer);
  }

  private read(path: string, answer: Awaited<ReturnType<HttpPort['request']>>): unknown {
    const { status, headers } = answer;
    const body = answer.text();
    let json: unknown;
    try {
      json = JSON.parse(body);
    } catch {
      this.tell(path, status, body);
      throw status >= 400 ? serviceFailure(status, secondsOf(headers['retry-after'])) : unreadable();
    }
    const failed = errorObject.safeParse(json);
    if (failed.success) {
      const { code, message = '', details } = failed.data.error;
      this.tell(path, code, `${message} ${JSON.stringify(details ?? [])}`);
      throw serviceFailure(code, secondsOf(headers['retry-after']));
    }
    if (status >= 400) throw serviceFailure(status, secondsOf(headers['retry-after']));
    return json;
  }

  private tell(path: string, status: number, detail: string): void {
    const most = 500;
    this.parts.tell({ message: 'the ArcGIS service failed', path, status, detail: detail.slice(0, most) });
  }
}

export const withoutAddress = () =>
  notConfigured(
    'The property data service is not configured: set GEO_ARCGIS_BASE_URL to the address of its MapServer.',
    'GEO_ARCGIS_BASE_URL',
  );

function secondsOf(text: string | undefined): number | undefined {
  const seconds = Number(text);
  return text !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
