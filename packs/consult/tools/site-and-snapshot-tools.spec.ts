import { ToolError } from '#pack-kit';
import { LocalServer } from '../../../test/harness/local-server.ts';
import { advisoryOrg, sharing } from '../testing/advisory.fixture.ts';
import { analyzeWebsiteTechStack, type SiteAnalysis } from './analyze-website-tech-stack.tool.ts';
import { captureScreenSnapshot } from './capture-screen-snapshot.tool.ts';
import { captureWebcamSnapshot } from './capture-webcam-snapshot.tool.ts';

const INVALID = { errorClass: 'VALIDATION_FAILED' };
const TOO_EARLY = { errorClass: 'PRECONDITION_FAILED' };

const WORDPRESS = `<html><head><title> Delta  Prints </title><link href="/wp-content/x.css"><script src="/js/jquery.min.js"></script></head>
<body><form action="/ask"><input type="email"></form></body></html>`;

describe('analyze_website_tech_stack', () => {
  const advisory = advisoryOrg();
  let server: LocalServer;
  beforeAll(async () => {
    server = await LocalServer.start(({ url }, response) => {
      if (url === '/pdf')
        return void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
      if (url === '/gone') return void response.writeHead(404, { 'content-type': 'text/html' }).end('gone');
      const body =
        url === '/large'
          ? WORDPRESS + ' '.repeat(3 * 1_024 * 1_024)
          : url === '/empty'
            ? '<html></html>'
            : WORDPRESS;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', server: 'nginx/1.24' }).end(body);
    });
  });
  afterAll(() => server?.stop());

  const analyze = (args: Record<string, unknown>) =>
    advisory.run<SiteAnalysis>(analyzeWebsiteTechStack, args);

  it('names the detected technologies, missing features, and suggestions (C10)', async () => {
    const found = await analyze({ url: server.url });
    expect(found).toMatchObject({ title: 'Delta Prints', httpStatus: 200, finalUrl: `${server.url}/` });
    expect(found.technologies).toEqual(
      expect.arrayContaining([
        { name: 'WordPress', category: 'cms', evidence: 'wp-content/', confidence: 'high' },
        expect.objectContaining({ name: 'jQuery', confidence: 'medium' }),
        expect.objectContaining({ name: 'nginx' }),
      ]),
    );
    expect(found.missing).toEqual(['chat widget', 'analytics', 'CRM', 'newsletter']);
    expect(found.opportunities.map(({ title }) => title)).toEqual([
      'Assistant for visitors',
      'Lead capture and scoring',
      'Measurement first',
    ]);
  });

  it('returns only the requested half', async () => {
    expect(await analyze({ url: server.url, focus: 'marketing tools' })).toMatchObject({
      technologies: [],
      opportunities: [],
    });
    expect(await analyze({ url: server.url, focus: 'AI' })).toMatchObject({ missing: [] });
    expect(await analyze({ url: `${server.url}/empty` })).toMatchObject({
      title: '',
      technologies: [{ name: 'nginx' }],
    });
  });

  it('reads the first 2 MB of a large page', async () => {
    const found = await analyze({ url: `${server.url}/large` });
    expect(found.bytes).toBe(2 * 1_024 * 1_024);
    expect(found.technologies[0]?.name).toBe('WordPress');
  });

  it.each([
    ['a private address', 'http://10.0.0.1/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest'],
    ['another scheme', 'ftp://example.com'],
    ['a URL with a password', 'https://me:secret@example.com'],
    ['no address', 'our shop'],
  ])('refuses %s', async (_name, url) => {
    await expect(analyze({ url })).rejects.toMatchObject(INVALID);
  });

  it('reports the site’s response, and the setting that forbids the request', async () => {
    await expect(analyze({ url: `${server.url}/gone` })).rejects.toMatchObject({
      toolErrorClass: 'UPSTREAM_REJECTED',
      message: expect.stringContaining('404'),
    });
    await expect(analyze({ url: `${server.url}/pdf` })).rejects.toMatchObject({
      errorClass: 'UPSTREAM_REJECTED',
    });
    advisory.settings.set('WEB_FETCH_ENABLED', 'false');
    await expect(analyze({ url: server.url })).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      help: { missingSettings: ['WEB_FETCH_ENABLED'] },
    });
  });
});

describe('snapshots', () => {
  const advisory = advisoryOrg();

  const picture = { fileId: 'f-1', mediaType: 'image/png', sharedAt: new Date('2026-03-01T23:50:00Z') };
  const ready = { ...picture, state: 'ready', analysis: 'An error: disk full' };
  const shared = (found: typeof ready | undefined, look = () => Promise.reject(new Error('unused'))) =>
    sharing({ picture: (kind) => Promise.resolve(kind === 'screen' ? found : undefined), look });

  it('return the stored description, and its age', async () => {
    const context = { shared: shared(ready) };
    expect(await advisory.run(captureScreenSnapshot, {}, context)).toEqual({
      analysis: 'An error: disk full',
      capturedAt: '2026-03-01T23:50:00.000Z',
      hasImage: true,
      image: { mimeType: 'image/png', ref: 'f-1' },
      mode: 'cached',
      ageSeconds: 600,
      stale: true,
    });
    expect(await advisory.run(captureScreenSnapshot, { summaryOnly: true }, context)).not.toHaveProperty(
      'image',
    );
  });

  it('analyse the picture again for a question, and store nothing', async () => {
    const asked: unknown[] = [];
    const look = (fileId: string, question: string) => {
      asked.push([fileId, question]);
      return Promise.resolve({ text: '42', model: 'm' });
    };
    const found = await advisory.run(
      captureScreenSnapshot,
      { focus_prompt: 'the total' },
      { shared: shared(ready, look as never) },
    );
    expect(found).toMatchObject({ analysis: '42', mode: 'fresh' });
    expect(asked).toEqual([['f-1', 'the total']]);
  });

  it('report missing input, and never guess the content', async () => {
    const noModel = { ...ready, state: 'NOT_CONFIGURED: VISION_MODEL', analysis: null } as never;
    await expect(advisory.run(captureScreenSnapshot, {}, { shared: shared(noModel) })).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      help: { missingSettings: ['VISION_MODEL'] },
    });
    const look = () => Promise.reject(new ToolError('NOT_CONFIGURED', 'set VISION_MODEL'));
    await expect(
      advisory.run(captureScreenSnapshot, { focus_prompt: 'error' }, { shared: shared(ready, look) }),
    ).rejects.toMatchObject({ errorClass: 'NOT_CONFIGURED' });
    await expect(advisory.run(captureWebcamSnapshot, {}, { shared: shared(ready) })).rejects.toMatchObject({
      errorClass: 'PRECONDITION_FAILED',
      message: expect.stringContaining('no webcam picture'),
    });
    const pending = { ...ready, state: 'pending', analysis: null } as never;
    await expect(advisory.run(captureScreenSnapshot, {}, { shared: shared(pending) })).rejects.toMatchObject(
      TOO_EARLY,
    );
    await expect(
      advisory.run(captureScreenSnapshot, { focus_prompt: 'x'.repeat(301) }),
    ).rejects.toMatchObject(INVALID);
  });
});
