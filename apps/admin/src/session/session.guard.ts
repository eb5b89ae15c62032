import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { CSRF_HEADER } from '#contracts/console';
import { HealthController } from '#http';
import { csrfTokenMatches, SessionService, type ActiveSession } from '#identity';
import { notAllowed, notSignedIn } from '../http/problems.ts';
import { KeyViewers } from './key-viewers.ts';
import { sessionTokenOf } from './session-cookie.ts';
import { viewerOf, type Viewer } from './viewer.ts';

const PUBLIC = Symbol('Public');

/** Marks a route for clients that are not signed in. */
export const Public = () => SetMetadata(PUBLIC, true);

const CHANGES_NOTHING = Symbol('ChangesNothing');

/** Marks a POST route that changes nothing but the caller's own session, so that analysts may use it. */
export const ChangesNothing = () => SetMetadata(CHANGES_NOTHING, true);

interface SignedInRequest extends FastifyRequest {
  session?: ActiveSession;
  viewer?: Viewer;
}

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Requires a session and, for changes, its CSRF token, or an API key, on every route but `@Public` and probes. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionService,
    private readonly keys: KeyViewers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const key = bearerOf(request);
    // A browser never sends a key by itself, so a page of another site cannot use one.
    if (key !== undefined && !this.isPublic(context)) {
      request.viewer = await this.keys.of(key);
      this.refuseChangesOfAnalysts(context, request.viewer);
      return true;
    }
    const changes = isChange(request);
    if (changes) refuseOtherSites(request);
    if (this.isPublic(context)) return true;
    const token = sessionTokenOf(request);
    const session = token ? await this.sessions.authenticate(token) : null;
    if (!session) throw notSignedIn();
    if (changes && !csrfTokenMatches(session, headerOf(request, CSRF_HEADER))) {
      throw notAllowed(
        `The header ${CSRF_HEADER} is missing or belongs to another session. Reload the page.`,
      );
    }
    request.session = session;
    request.viewer = viewerOf(session.user);
    this.refuseChangesOfAnalysts(context, request.viewer);
    return true;
  }

  /** Analysts have read access only. Checked here for every route, so that no new route can forget it. */
  private refuseChangesOfAnalysts(context: ExecutionContext, { user }: Viewer): void {
    if (user.role !== 'analyst' || !isChange(context.switchToHttp().getRequest<FastifyRequest>())) return;
    if (this.isMarked(CHANGES_NOTHING, context)) return;
    throw notAllowed('Analysts have read access only. Ask an admin of your org.');
  }

  private isPublic(context: ExecutionContext): boolean {
    return context.getClass() === HealthController || this.isMarked(PUBLIC, context);
  }

  private isMarked(mark: symbol, context: ExecutionContext): boolean {
    return (
      this.reflector.getAllAndOverride<boolean>(mark, [context.getHandler(), context.getClass()]) ?? false
    );
  }
}

function isChange(request: FastifyRequest): boolean {
  return !READING_METHODS.has(request.method);
}

/** Another site must not even sign a user in. Browsers send the origin of a request; other clients do not. */
function refuseOtherSites(request: FastifyRequest): void {
  const site = headerOf(request, 'sec-fetch-site');
  const origin = headerOf(request, 'origin');
  const sameOrigin = origin === undefined || hostOf(origin) === request.headers.host;
  if ((site === undefined || site === 'same-origin' || site === 'none') && sameOrigin) return;
  throw notAllowed('Changes are only accepted from the console’s own pages.');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** The bearer token of an `Authorization` header; empty if it has none. */
function bearerOf(request: FastifyRequest): string | undefined {
  const header = headerOf(request, 'authorization');
  return header === undefined ? undefined : (/^Bearer\s+(\S+)$/i.exec(header)?.[1] ?? '');
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** The signed-in viewer of the request. @throws ProblemError 401 if there is none. */
export function viewerIn(context: ExecutionContext): Viewer {
  const { viewer } = context.switchToHttp().getRequest<SignedInRequest>();
  if (!viewer) throw notSignedIn();
  return viewer;
}

export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext) =>
  viewerIn(context),
);
