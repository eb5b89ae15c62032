// npm run fuzz: requests made from the OpenAPI documents of the api and of the console, right and nearly right. See
// docs/security.md.
import { runFuzz } from '../test/probes/fuzz-run.ts';
import { numberOption, readCommandLine, tellFailure } from './command-line.ts';

const USAGE = `npm run fuzz -- [--requests N]
  --requests N  requests that are sent (5,000 unless said)
  --seed N      what is drawn (1 unless said)
PostgreSQL is that of TEST_DATABASE_URL, in which it makes a database of its own.`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, {
    options: { requests: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
  });
  const { problems, figures } = await runFuzz({
    requests: numberOption(USAGE, 'requests', values.requests, { least: 1, whole: true }),
    seed: numberOption(USAGE, 'seed', values.seed, { least: 0, whole: true }),
    say: (line) => console.error(line),
  });
  console.log(JSON.stringify({ figures, problems }, null, 2));
  console.log(problems.length === 0 ? 'Every answer was one.' : `${problems.length} answers were none.`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => tellFailure(error));
