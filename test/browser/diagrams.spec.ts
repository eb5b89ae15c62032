import { createRequire } from 'node:module';
import path from 'node:path';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { diagramProblem, nodeCount } from '../../packs/consult/tools/documents/mermaid.ts';
import {
  diagramOutput,
  diagramTypes,
  type DiagramType,
} from '../../packs/consult/prompts/tasks/architecture-diagram.task.ts';
import { architectureDiagramRules } from '../../packs/consult/offline/rules/architecture-diagram.ts';
import { forAllAsync } from '../harness/for-all.ts';
import { describeWith } from '../harness/services.ts';
import { launchBrowser } from './browser.fixture.ts';

const MERMAID = createRequire(path.resolve('package.json')).resolve('mermaid/dist/mermaid.min.js');
const RUNS_PER_TYPE = 25;

/** Descriptions of people's work, and words and signs that have a meaning in Mermaid. */
const steps = fc.oneof(
  fc.constantFrom(
    ...(
      'mail comes in | الطلب يصل إلى المكتب | The desk sends a case to the end | end | ' +
      'loop over all | section two | title: none | subgraph | class A default | o-ring x marks | ' +
      'note right of us | activate it | excludes weekends | todayMarker off | call mum #35; now | ' +
      'click here "now" | 50 % done (almost) [x] {y} | root((a)) | ::icon(fa fa-book) | --- | ' +
      '%% a remark | über-größe | 日本語 | A & B | first <b>bold</b>'
    ).split(' | '),
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const drawn = (type: DiagramType, description: string): string =>
  diagramOutput.parse(
    architectureDiagramRules({
      type,
      description,
      from: '2026-03-02',
      messages: [],
      language: 'en',
      profile: {},
      figures: [],
    }),
  ).mermaid;

describeWith('chromium', 'diagrams in a browser', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.addScriptTag({ path: MERMAID });
  });
  afterAll(() => browser?.close());

  /** Mermaid's own errors, and the words in the picture that it draws. */
  const rendered = (text: string) =>
    page.evaluate(async (source) => {
      const { mermaid } = globalThis as unknown as {
        mermaid: {
          initialize(options: object): void;
          render(id: string, source: string): Promise<{ svg: string }>;
        };
      };
      mermaid.initialize({ startOnLoad: false, securityLevel: 'strict' });
      try {
        const { svg } = await mermaid.render('drawing', source);
        return { problem: null, words: svg.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]*>/g, '') };
      } catch (error) {
        return { problem: String(error), words: '' };
      }
    }, text);

  it.each([
    ['flowchart', 'Map our intake: mail comes in, triage, draft, approval', ['mail comes in', 'approval']],
    ['flowchart', 'ارسم مخططا لسير العمل: استلام الطلب ثم المراجعة ثم الرد', ['استلام الطلب', 'الرد']],
    [
      'sequence',
      'The client sends a form to the desk, then the desk sends a case to the expert',
      ['a form', 'a case'],
    ],
    ['sequence', 'استلام الطلب ثم المراجعة ثم الرد', ['المراجعة']],
    ['gantt', 'Roll-out in three phases: pilot, training, all teams', ['pilot', 'all teams']],
    ['gantt', 'خطة: تجربة ثم تدريب ثم تعميم', ['تجربة', 'تعميم']],
    ['mindmap', 'Data sources: orders, mails, calls', ['Data sources', 'calls']],
    ['mindmap', 'مصادر البيانات: الطلبات، الرسائل، المكالمات', ['الطلبات']],
  ] as [DiagramType, string, string[]][])('%s: %s', async (type, description, words) => {
    const text = drawn(type, description);
    expect(diagramProblem(type, text)).toBeUndefined();
    const picture = await rendered(text);
    expect(picture.problem).toBeNull();
    for (const word of words) expect(picture.words).toContain(word);
  });

  it.each(diagramTypes)('a %s of any description is valid for Mermaid', async (type) => {
    await forAllAsync(RUNS_PER_TYPE, fc.array(steps, { minLength: 1, maxLength: 6 }), async (said) => {
      const text = drawn(type, `${said.join(', ')}, and that is it`);
      expect(diagramProblem(type, text)).toBeUndefined();
      const { problem } = await rendered(text);
      if (problem) throw new Error(`${problem}\n${text}`);
      expect(nodeCount(type, text)).toBeGreaterThan(0);
    });
  });
});
