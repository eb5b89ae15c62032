// npm run bench -- broker: recall and speed of the ranking on a dataset. See README.md beside this file.
import { IndexCache, rankTools, trainRanker, type LearnedRanker } from '#broker';
import { flag, folder, number, readOptions, wholeOrNone } from '../options.ts';
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
/** Number of queries before the measurement, so that the code is compiled. */
const WARM_UP = 500;

const options = readOptions('broker', {
  dataset: folder('with tools, queries and history'),
  history: wholeOrNone('history rows for training, 0 for none (default: all)', { least: 0 }),
  dedupe: flag('skip queries that are near copies of history rows'),
  withhold: number(0, 'share of the tools without history', 0.99),
  misses: flag('print the queries without a correct tool among the first twelve'),
});
const registered = hasNoTools(options.dataset) ? await registeredTools() : undefined;
const { tools, queries, history, historyLeftOut } = readDataset(options.dataset, registered);
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
  historyLeftOut,
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
