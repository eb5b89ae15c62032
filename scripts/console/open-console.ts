import { text } from 'node:stream/consumers';
import { loadConfig } from '#config';
import { demoFilePath, readDemoFile, type DemoFile } from '../start/demo-file.ts';
import { tellFailure } from '../command-line.ts';
import { localUrl } from '../start/ports.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import { ConsoleClient, type Credentials } from './console-client.ts';

/** Passes validation: a command that asks the console opens no database. */
const NO_DATABASE = 'postgres://127.0.0.1/not-opened';

/** How the options of a command say where the console is and who asks. */
export interface ConsoleOptions {
  url?: string;
  email?: string;
  passwordFromStdin: boolean;
}

/**
 * Runs `work` with the console of an installation that runs, and leaves no session behind.
 *
 * @throws StartRefusedError when nobody says who asks, or the console is not there or refuses.
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
  const here = localUrl(environment.HOST, environment.ADMIN_PORT);
  // The start that wrote the demo's file says where it listens, unless the settings say otherwise.
  const url = options.url ?? (process.env.ADMIN_PORT ? here : (demo?.adminUrl ?? here));
  const console = await ConsoleClient.open(url, credentials);
  try {
    return await work(console);
  } finally {
    await console.close();
  }
}

async function credentialsOf(
  { email, passwordFromStdin }: ConsoleOptions,
  demo: DemoFile | undefined,
): Promise<Credentials> {
  if (email !== undefined) {
    if (!passwordFromStdin) throw new StartRefusedError('--email needs --password-stdin.');
    return { email, password: await lineFromStdin() };
  }
  const key = process.env.TURNPIKE_API_KEY;
  if (key) return { key };
  if (demo) return demo.admin;
  throw new StartRefusedError(
    'Who asks? Set TURNPIKE_API_KEY to a key of scope admin, or sign in with --email and --password-stdin.',
  );
}

/** Prints what a command answers; what was foreseen is said in one line, and the exit code is 1. */
export function runConsoleCommand(command: () => Promise<string>): void {
  command()
    .then((answer) => globalThis.console.log(answer))
    .catch((error: unknown) => {
      process.exitCode = tellFailure(error);
    });
}

/** All of standard input without the end of its last line. */
export async function lineFromStdin(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
