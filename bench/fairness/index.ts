// npm run bench -- fairness: single messages of one org while another floods the installation. See README.md beside this file.
import { backends } from '../../test/harness/installation.ts';
import { startModel } from '../model.ts';
import { number, oneOf, readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { measureMeans } from './by-means.ts';
import { means, type MeansName } from './means.ts';

const names = Object.keys(means) as MeansName[];

const settings = readOptions('fairness', {
  backend: oneOf(backends, 'redis', 'backend of the queue'),
  messages: whole(1_000, 'requests of the busy org, at most'),
  probes: whole(20, 'single messages'),
  'model-ms': number(20, 'milliseconds until the model answers'),
  by: oneOf(['all', ...names], 'all', 'means of the busy org'),
});

const model = await startModel({ rounds: 2, tools: 1, afterMs: settings['model-ms'] });
try {
  const by: Record<string, Awaited<ReturnType<typeof measureMeans>>> = {};
  for (const name of settings.by === 'all' ? names : [settings.by as MeansName]) {
    by[name] = await measureMeans(name, settings, model.env);
    console.error(name, JSON.stringify(by[name]));
  }
  writeResult('fairness', settings, { by });
} finally {
  model.stop();
}
