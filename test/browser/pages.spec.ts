import { describeWith } from '../harness/services.ts';
import { ConsolePages } from './pages.fixture.ts';
import { analyticsPage } from './pages/analytics.fixture.ts';
import { brokerPage } from './pages/broker.fixture.ts';
import { conversationsPage } from './pages/conversations.fixture.ts';
import { flagsPage } from './pages/flags.fixture.ts';
import { firstLoad } from './pages/first-load.fixture.ts';
import { longLists } from './pages/long-lists.fixture.ts';
import { modelsPage } from './pages/models.fixture.ts';
import { orgChoice } from './pages/org-choice.fixture.ts';
import { playgroundPage } from './pages/playground.fixture.ts';
import { queuesPage } from './pages/queues.fixture.ts';
import { toolsPage } from './pages/tools.fixture.ts';
import { tracePage } from './pages/trace.fixture.ts';
import { tracesPage } from './pages/traces.fixture.ts';
import { withWorkerPage } from './pages/with-worker.fixture.ts';

/** Every page of the console, with data and without, on one installation: a page is one line here and one fixture. */
describeWith(['postgres', 'chromium', 'build'], 'the pages of the console in a browser', () => {
  const pages = new ConsolePages();
  beforeAll(() => pages.open());
  afterAll(() => pages.close());
  afterEach(() => expect(pages.complaints()).toEqual({}));

  brokerPage(pages);
  analyticsPage(pages);
  toolsPage(pages);
  conversationsPage(pages);
  tracePage(pages);
  queuesPage(pages);
  // After the queues: it leaves a job and work that was given up.
  tracesPage(pages);
  flagsPage(pages);
  modelsPage(pages);
  orgChoice(pages);
  playgroundPage(pages);
  withWorkerPage(pages);
  longLists(pages);
  firstLoad(pages);
});
