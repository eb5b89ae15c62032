import type { z } from 'zod';
import { problem } from '#contracts';
import { consoleOrgs, consoleSession, CSRF_HEADER } from '#contracts/console';
import { UsageError } from '../commands/usage.errors.ts';
import { StartRefusedError } from '../start/start.errors.ts';

/** A key of scope `admin`, or a user who signs in. */
export type Credentials = { key: string } | { email: string; password: string };

/** The console's API, for scripts. */
export class ConsoleClient {
  private constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
    private readonly signedIn: boolean,
  ) {}

  /** @throws StartRefusedError when the console is not there or refuses the credentials. */
  static async open(url: string, credentials: Credentials): Promise<ConsoleClient> {
    if ('key' in credentials) {
      return new ConsoleClient(url, { authorization: `Bearer ${credentials.key}` }, false);
    }
    const response = await ask(`${url}/admin/session`, 'POST', {}, credentials);
    const { session } = (await response.json()) as { session: unknown };
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { csrfToken } = consoleSession.parse(session);
    return new ConsoleClient(url, { cookie, [CSRF_HEADER]: csrfToken }, true);
  }

  /**
   * @throws StartRefusedError with the console's message when it refuses, UsageError if an org has to be named; so do the
   *   others.
   */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
    return this.ask('GET', path, undefined, schema);
  }

  readonly post = this.changing('POST');
  readonly put = this.changing('PUT');
  readonly delete = this.changing('DELETE');

  private changing(method: string) {
    return <Schema extends z.ZodType>(path: string, body: object, schema: Schema) =>
      this.ask(method, path, body, schema);
  }

  /** Ends the session. */
  async close(): Promise<void> {
    if (this.signedIn) await ask(`${this.url}/admin/session`, 'DELETE', this.headers);
  }

  private async ask<Schema extends z.ZodType>(
    method: string,
    path: string,
    body: object | undefined,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    const response = await ask(`${this.url}/admin/${path}`, method, this.headers, body).catch(
      async (error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
        const { items } = await this.get('orgs', consoleOrgs);
        throw new UsageError(`${error.message} Orgs: ${items.map(({ slug }) => slug).join(', ')}.`);
      },
    );
    return schema.parse(response.status === 204 ? undefined : await response.json());
  }
}

async function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
  } catch (error) {
    const { origin } = new URL(url);
    throw new StartRefusedError(
      `The console at ${origin} does not answer. Start it with npm start, or name another one with --url.`,
      { cause: error },
    );
  }
  if (response.ok) return response;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Error> {
  const text = await response.text();
  try {
    const { type, detail, errors = [] } = problem.parse(JSON.parse(text));
    // The console takes the org from the address, a command from an option.
    if (type.endsWith(':org-needed')) return new UsageError('--org SLUG is missing.');
    // The detail of an invalid request repeats its fields.
    const fields = errors.filter((field) => !detail.includes(field.detail));
    const lines = fields.map((field) => `  ${field.pointer}: ${field.detail}`);
    return new StartRefusedError([detail, ...lines].join('\n'));
  } catch {
    return new StartRefusedError(
      `The console answered ${response.status} with an unknown body: ${text.slice(0, 200)}`,
    );
  }
}
