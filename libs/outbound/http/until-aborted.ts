import type { HttpPort } from '#pack-kit';

/** `http`, whose requests end when `signal` does, besides what each says of itself. */
export function untilAborted(http: HttpPort, signal: AbortSignal): HttpPort {
  return {
    request: (request) =>
      http.request({
        ...request,
        signal: request.signal ? AbortSignal.any([signal, request.signal]) : signal,
      }),
  };
}
