import type { FastifyReply, FastifyRequest } from 'fastify';

const SESSION_COOKIE = 'tp_session';

/** The value of the cookie; undefined if it is missing or malformed. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[SESSION_COOKIE];
  return token && /^[\w-]{20,200}$/.test(token) ? token : undefined;
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  expiresAt: Date,
): void {
  void reply.setCookie(SESSION_COOKIE, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: overTls(request),
    expires: expiresAt,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, { path: '/' });
}

/** Set by a proxy that terminates TLS. A client that forges it only makes its own cookie stricter. */
function overTls(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-proto'];
  return (
    request.protocol === 'https' ||
    (typeof forwarded === 'string' && forwarded.split(',')[0]?.trim() === 'https')
  );
}
