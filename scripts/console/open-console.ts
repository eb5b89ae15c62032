import { text } from 'node:stream/consumers';
import { loadConfig, type Config } from '#config';
import { demoFilePath, readDemoFile, type DemoFile } from '../start/demo-file.ts';
import type { LineOf } from '../commands/command-line.ts';
import type { flags } from '../commands/console-programs.ts';
import { UsageError } from '../commands/usage.errors.ts';
import { localUrl } from '../start/ports.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import { ConsoleClient, type Credentials } from './console-client.ts';

/** Passes validation; a command that asks the console opens no database. */
const NO_DATABASE = 'postgres://127.0.0.1/not-opened';

/** The options of a command that name the console and the user. */
type ConsoleOptions = Pick<LineOf<typeof flags>['options'], 'url' | 'email' | 'password-stdin'>;

/**
 * Runs `work` with the console of a running installation and ends the session afterwards.
 *
 * @throws StartRefusedError without credentials, and when the console is not there or refuses.
 */
export async function withConsole<Result>(
  options: ConsoleOptions,
  work: (console: ConsoleClient) => Promise<Result>,
): Promise<Result> {
  const { environment } = loadConfig({
    ...process.env,
    DATABASE_URL: '',
    EMBEDDED_DATABASE_URL: NO_DATABASE,
  });
  const demo = readDemoFile(demoFilePath(environment.DATA_DIR));
  const credentials = await credentialsOf(options, demo);
  const console = await ConsoleClient.open(options.url ?? consoleUrl(environment, demo), credentials);
  try {
    return await work(console);
  } finally {
    await console.close();
  }
}

/** The console of this machine. The demo file holds the address of the start that wrote it; a setting takes precedence. */
export function consoleUrl({ HOST, ADMIN_PORT }: Config['environment'], demo?: DemoFile): string {
  const here = localUrl(HOST, ADMIN_PORT);
  return process.env.ADMIN_PORT ? here : (demo?.adminUrl ?? here);
}

async function credentialsOf(
  { email, 'password-stdin': isOnStdin }: ConsoleOptions,
  demo: DemoFile | undefined,
): Promise<Credentials> {
  if (email !== undefined) {
    if (!isOnStdin) throw new UsageError('--email needs --password-stdin.');
    return { email, password: await lineFromStdin() };
  }
  const key = process.env.TURNPIKE_API_KEY;
  if (key && !/^[!-~]+$/.test(key))
    throw new StartRefusedError('TURNPIKE_API_KEY has characters that no key has; copy the key again.');
  if (key) return { key };
  if (demo) return demo.admin;
  throw new StartRefusedError(
    'No credentials: set TURNPIKE_API_KEY to a key of scope admin, or sign in with --email and --password-stdin.',
  );
}

/** All of standard input without its last line break. */
export async function lineFromStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
