import { z } from 'zod';
import { problem } from '#contracts';
import { consoleOrgs, consoleSession, CSRF_HEADER } from '#contracts/console';
import { UsageError } from '../commands/usage.errors.ts';
import { StartRefusedError } from '../start/start.errors.ts';

/** A key of scope `admin`, or a user who signs in. */
export type Credentials = { key: string } | { email: string; password: string };

/** An answer that was read to its end. */
type Answer = { response: Response; text: string };

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
    const answer = await ask(`${url}/admin/session`, 'POST', {}, credentials);
    const { session } = read(answer, z.object({ session: consoleSession }));
    const cookie = answer.response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return new ConsoleClient(url, { cookie, [CSRF_HEADER]: session.csrfToken }, true);
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
    const answer = await ask(`${this.url}/admin/${path}`, method, this.headers, body).catch(
      async (error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
        const { items } = await this.get('orgs', consoleOrgs);
        throw new UsageError(`${error.message} Orgs: ${items.map(({ slug }) => slug).join(', ')}.`);
      },
    );
    return read(answer, schema);
  }
}

async function ask(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Answer> {
  let answer: Answer;
  try {
    const response = await fetch(url, {
      method,
      // A redirect leads to another server, which must not receive the password.
      redirect: 'manual',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    answer = { response, text: await response.text() };
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    const problem =
      code === 'ECONNREFUSED'
        ? 'does not answer. Start it with npm start, or name another one with --url.'
        : `cannot be reached: ${message || code}`;
    throw new StartRefusedError(`The console at ${new URL(url).origin} ${problem}`, { cause: error });
  }
  if (answer.response.ok) return answer;
  throw refusal(answer);
}

/** @throws StartRefusedError if the answer is not JSON that fits the schema. */
function read<Schema extends z.ZodType>({ response, text }: Answer, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(text === '' ? undefined : JSON.parse(text));
  } catch (error) {
    const start = text.replaceAll(/\s+/g, ' ').slice(0, 200);
    throw new StartRefusedError(
      `${new URL(response.url).origin} is not a Turnpike console of this version, or a proxy answers in its place: ${response.status} ${start}`,
      { cause: error },
    );
  }
}

function refusal(answer: Answer): Error {
  const { headers, status, url } = answer.response;
  if (status < 400)
    return new StartRefusedError(
      `${new URL(url).origin} redirects to ${headers.get('location')?.split('?')[0]}; name the address of the console with --url.`,
    );
  const { type, detail, errors = [] } = read(answer, problem);
  // The console takes the org from the address, a command from an option.
  if (type.endsWith(':org-needed')) return new UsageError('--org SLUG is missing.');
  // The detail of an invalid request repeats its fields.
  const fields = errors.filter((field) => !detail.includes(field.detail));
  const lines = fields.map((field) => `  ${field.pointer}: ${field.detail}`);
  return new StartRefusedError([detail, ...lines].join('\n'));
}
