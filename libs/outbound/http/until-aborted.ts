import type { HttpPort } from '#pack-kit';

/** Returns `http` with `signal` added to each request, besides the request's own signal. */
export function untilAborted(http: HttpPort, signal: AbortSignal): HttpPort {
  return {
    request: (request) =>
      http.request({
        ...request,
        signal: request.signal ? AbortSignal.any([signal, request.signal]) : signal,
      }),
  };
}
