// npm run flags: looks at feature flags and changes them, through the console of an installation that runs.
import { text } from 'node:stream/consumers';
import { loadConfig } from '#config';
import { isForeseen } from '#contracts';
import { readArguments, type FlagArguments } from './flags/arguments.ts';
import { flagCommands } from './flags/commands.ts';
import { ConsoleClient, type Credentials } from './flags/console-client.ts';
import { demoFilePath, readDemoFile, type DemoFile } from './start/demo-file.ts';
import { localUrl } from './start/ports.ts';
import { StartRefusedError } from './start/start.errors.ts';

/** Passes validation: this command asks the console and opens no database. */
const NO_DATABASE = 'postgres://127.0.0.1/not-opened';

async function main(): Promise<void> {
  const given = readArguments(process.argv.slice(2));
  const { environment } = loadConfig({
    ...process.env,
    DATABASE_URL: '',
    EMBEDDED_DATABASE_URL: NO_DATABASE,
  });
  const demo = readDemoFile(demoFilePath(environment.DATA_DIR));
  const credentials = await credentialsOf(given, demo);
  const here = localUrl(environment.HOST, environment.ADMIN_PORT);
  // The start that wrote the demo's file says where it listens, unless the settings say otherwise.
  const url = given.url ?? (process.env.ADMIN_PORT ? here : (demo?.adminUrl ?? here));
  const console = await ConsoleClient.open(url, credentials);
  try {
    globalThis.console.log(await flagCommands[given.command](console, given));
  } finally {
    await console.close();
  }
}

async function credentialsOf(
  { email, passwordFromStdin }: FlagArguments,
  demo: DemoFile | undefined,
): Promise<Credentials> {
  if (email !== undefined) {
    if (!passwordFromStdin) throw new StartRefusedError('--email needs --password-stdin.');
    return { email, password: (await text(process.stdin)).replace(/\r?\n$/, '') };
  }
  const key = process.env.TURNPIKE_API_KEY;
  if (key) return { key };
  if (demo) return demo.admin;
  throw new StartRefusedError(
    'Who asks? Set TURNPIKE_API_KEY to a key of scope admin, or sign in with --email and --password-stdin.',
  );
}

main().catch((error: unknown) => {
  console.error(isForeseen(error) ? error.message : error);
  process.exitCode = 1;
});
