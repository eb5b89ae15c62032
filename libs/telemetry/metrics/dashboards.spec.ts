import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describeWith } from '../../../test/harness/services.ts';
import { recordEveryMetric } from './every-metric.fixture.ts';
import { renderMetrics } from './metrics-registry.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { refId: string; expr: string; datasource: { type: string; uid: string } }[];
}

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

const dashboard = JSON.parse(readFileSync('deploy/grafana/turnpike.json', 'utf8')) as {
  uid: string;
  schemaVersion: number;
  templating: { list: { name: string; type: string; query: string }[] };
  panels: Panel[];
};
const groups = (
  parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as { groups: { name: string; rules: Rule[] }[] }
).groups;
const rules = groups.flatMap((group) => group.rules);
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets }) => (targets ?? []).map(({ expr }) => ({ of: title, expr }))),
];

/** The functions and keywords of PromQL that the expressions use. */
const WORDS = new Set(
  'sum max max_over_time count absent rate increase resets topk histogram_quantile by on or and unless offset'.split(
    ' ',
  ),
);
/** Metrics of Prometheus itself and of node_exporter. */
const NOT_OURS: Record<string, string[]> = {
  up: [],
  node_filesystem_avail_bytes: ['fstype'],
  node_filesystem_size_bytes: ['fstype'],
};
/** Labels that Prometheus adds to every scraped series. */
const TARGET_LABELS = ['job', 'instance'];

/** Names and labels of all series that the processes expose. */
async function shownSeries(): Promise<Map<string, string[]>> {
  const stop = recordEveryMetric();
  const lines = (await renderMetrics()).split('\n').filter((line) => line.startsWith('turnpike_'));
  stop();
  const labelsOf = (text: string) => [...text.matchAll(/(\w+)="/g)].map(([, label]) => label ?? '');
  return new Map(lines.map((line) => [/^\w+/.exec(line)?.[0] ?? '', labelsOf(line)]));
}

/** The metrics of an expression with the labels that each selects, and the labels by which the results are grouped. */
function read(expr: string): { metrics: { name: string; labels: string[] }[]; groupedBy: string[] } {
  const groupedBy = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list]) =>
    (list ?? '').split(',').map((label) => label.trim()),
  );
  const plain = expr
    .replace('$__rate_interval', '5m')
    .replaceAll(/\b(by|on) \([^)]*\)/g, '$1')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\b\d+[smhd]\b/g, '');
  const metrics = [...plain.matchAll(/\b([a-z_]\w*)(?:\{([^}]*)\})?/g)]
    // The text in braces belongs to the preceding metric.
    .filter(({ index }) => !isWithinBraces(plain, index))
    .map(([, name, matchers]) => ({
      name: name ?? '',
      labels: [...(matchers ?? '').matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label ?? ''),
    }))
    .filter(({ name }) => !WORDS.has(name));
  return { metrics, groupedBy: groupedBy.filter((label) => label !== '') };
}

function isWithinBraces(text: string, index: number): boolean {
  return text.lastIndexOf('{', index) > text.lastIndexOf('}', index - 1);
}

/** The anchors of the headings of a Markdown page. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('the expressions of alert rules and dashboard', () => {
  it.each(expressions)(
    '$of uses only metrics and labels that the processes expose: $expr',
    async ({ expr }) => {
      const shown = await shownSeries();
      const { metrics, groupedBy } = read(expr);
      expect(metrics).not.toEqual([]);
      for (const { name, labels } of metrics) {
        const known = NOT_OURS[name] ?? shown.get(name);
        expect({ name, known: known !== undefined }).toEqual({ name, known: true });
        expect([...(known ?? []), ...TARGET_LABELS]).toEqual(expect.arrayContaining(labels));
      }
      const anyOf = metrics.flatMap(({ name }) => NOT_OURS[name] ?? shown.get(name) ?? []);
      expect([...anyOf, ...TARGET_LABELS]).toEqual(expect.arrayContaining(groupedBy));
    },
  );

  it('cover every metric', async () => {
    const used = new Set(expressions.flatMap(({ expr }) => read(expr).metrics.map(({ name }) => name)));
    const family = (name: string) => name.replace(/_(bucket|sum|count)$/, '');
    const all = new Set([...(await shownSeries()).keys()].map(family));
    expect([...all].filter((name) => ![...used].map(family).includes(name))).toEqual([]);
  });
});

describe('the page on metrics', () => {
  it('names every metric with its labels', async () => {
    const page = readFileSync('docs/traces-and-metrics.md', 'utf8');
    const told = [...page.matchAll(/^\| `(turnpike_\w+)`[ ¹]*\| ([^|]*)\|/gm)].map(
      ([, name, labels = '']) => [name, [...labels.matchAll(/\w+/g)].map(([label]) => label).toSorted()],
    );
    const shown = [...(await shownSeries())]
      .filter(([name]) => !/_(bucket|count)$/.test(name))
      .map(([name, labels]) => [name.replace(/_sum$/, ''), labels.toSorted()]);
    expect(told.toSorted()).toEqual(shown.toSorted());
  });
});

describe('alert rules', () => {
  it('have a unique name, a severity and a section of the runbook', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const anchors = anchorsOf('docs/runbook.md');
    for (const { alert, labels, annotations } of rules) {
      const [page, anchor] = annotations.runbook_url.split('#');
      expect({ alert, page, found: anchors.includes(anchor ?? '') }).toEqual({
        alert,
        page: 'docs/runbook.md',
        found: true,
      });
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\w/);
    }
  });

  it('are exactly those that the runbook describes', () => {
    const named = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/`(Turnpike\w+)`/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(named)].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });
});

describeWith('promtool', 'the alert rules, as Prometheus reads them', () => {
  it.each([
    ['check', 'alerts.yml'],
    ['test', 'alerts.test.yml'],
  ])('pass `promtool %s rules`', (verb, file) => {
    const args = [verb, 'rules', `deploy/prometheus/${file}`];
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
  });
});

describe('the dashboard', () => {
  it('can be imported by Grafana, with a selectable data source', () => {
    expect(dashboard).toMatchObject({ uid: 'turnpike', schemaVersion: 39 });
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
    );
    for (const { targets } of panels) {
      expect(targets?.length).toBeGreaterThan(0);
      for (const { datasource } of targets ?? [])
        expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
      expect(new Set(targets?.map(({ refId }) => refId)).size).toBe(targets?.length);
    }
  });

  it('has panels with a title and a description that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { title, description } of panels) expect([title, description].every(Boolean)).toBe(true);
  });
});
