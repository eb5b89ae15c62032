// npm run bench -- broker: recall and speed of the ranking on a dataset. See README.md beside this file.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { IndexCache, rankTools, trainRanker, type LearnedRanker } from '#broker';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';
import { hasNoTools, readDataset, type Query } from './dataset.ts';
import {
  figuresByLanguage,
  figuresByPack,
  figuresOf,
  missesOf,
  recallOf,
  withheldTools,
  withoutCopies,
} from './evaluate.ts';
import { registeredTools } from './registered-tools.ts';

const MOST = 15;
/** Queries that are answered once before time is taken, so that the code is compiled. */
const WARM_UP = 500;

interface Options {
  dataset: string;
  /** History rows that are learned from; undefined for all. */
  history: number | undefined;
  dedupe: boolean;
  withhold: number;
  /** Prints the queries that lack a right tool among the first twelve. */
  misses: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      dataset: { type: 'string' },
      history: { type: 'string' },
      dedupe: { type: 'boolean', default: false },
      withhold: { type: 'string', default: '0' },
      misses: { type: 'boolean', default: false },
    },
  });
  const { dataset, dedupe, misses } = values;
  if (!dataset || !existsSync(dataset)) throw new Error(`--dataset is a folder; found ${dataset ?? 'none'}`);
  const history = values.history === undefined ? undefined : Number(values.history);
  if (history !== undefined && (!Number.isInteger(history) || history < 0))
    throw new Error(`--history is a whole number of rows, 0 for cold; found ${values.history}`);
  const withhold = Number(values.withhold);
  if (!(withhold >= 0 && withhold < 1))
    throw new Error(`--withhold is a share from 0 to 1; found ${values.withhold}`);
  return { dataset, history, dedupe, withhold, misses };
}

async function main(): Promise<void> {
  const options = readOptions();
  const registered = hasNoTools(options.dataset) ? await registeredTools() : undefined;
  const { tools, queries, history } = readDataset(options.dataset, registered);
  const rows = history.slice(0, options.history ?? history.length);
  const withheld = withheldTools(
    tools.map(({ name }) => name),
    options.withhold,
  );
  const learnedFrom = rows.filter(({ tool }) => !withheld.has(tool));
  const asked = options.dedupe ? withoutCopies(queries, rows) : queries;
  const indexStart = performance.now();
  const index = new IndexCache().indexOf(tools);
  const indexMs = performance.now() - indexStart;
  const trainStart = performance.now();
  const learned = learnedFrom.length > 0 ? trainRanker(index.documents, learnedFrom) : undefined;
  const trainMs = performance.now() - trainStart;
  const rank = ({ text }: Query, ranker: LearnedRanker | undefined = learned) =>
    rankTools({ index, message: text, most: MOST, learned: ranker }).order.map(
      (at) => index.documents[at]!.name,
    );
  for (const query of queries.slice(0, WARM_UP)) rank(query);
  const selectionUs: number[] = [];
  const answers = asked.map((query) => {
    const start = performance.now();
    const ranked = rank(query);
    selectionUs.push((performance.now() - start) * 1_000);
    return { query, ranked };
  });
  if (options.misses) for (const miss of missesOf(answers)) console.log(JSON.stringify(miss));
  const byPack = figuresByPack(answers);
  const old = new Set(tools.map(({ name }) => name).filter((name) => !withheld.has(name)));
  writeResult('broker', options, {
    tools: tools.length,
    queries: asked.length,
    historyRows: learnedFrom.length,
    ...figuresOf(answers),
    ...(options.withhold > 0 && {
      recallAt12New: recallOf(answers, withheld),
      recallAt12Old: recallOf(answers, old),
    }),
    byLanguage: figuresByLanguage(answers),
    ...(Object.keys(byPack).length > 0 && { byPack }),
    selectionUs: summarize(selectionUs, [50, 99]),
    indexMs: Math.round(indexMs),
    ...(learned && { trainMs: Math.round(trainMs), rankerBytes: learned.byteLength }),
  });
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
