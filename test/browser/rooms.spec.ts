import { describeWith } from '../harness/services.ts';
import { Rooms } from './rooms.fixture.ts';
import { analyticsRoom } from './rooms/analytics.fixture.ts';
import { brokerRoom } from './rooms/broker.fixture.ts';
import { conversationsRoom } from './rooms/conversations.fixture.ts';
import { playgroundRoom } from './rooms/playground.fixture.ts';
import { queuesRoom } from './rooms/queues.fixture.ts';
import { toolsRoom } from './rooms/tools.fixture.ts';
import { withWorkerRoom } from './rooms/with-worker.fixture.ts';

/** A whole walk through a room, on a machine that is busy with other suites. */
jest.setTimeout(240_000);

/** Every room of the console, with data and without, on one installation: a room is one line here and one fixture. */
describeWith(['postgres', 'chromium', 'build'], 'the rooms of the console in a browser', () => {
  const rooms = new Rooms();
  beforeAll(() => rooms.open(), 240_000);
  afterAll(() => rooms.close());
  afterEach(() => expect(rooms.complaints()).toEqual({}));

  brokerRoom(rooms);
  analyticsRoom(rooms);
  toolsRoom(rooms);
  conversationsRoom(rooms);
  queuesRoom(rooms);
  playgroundRoom(rooms);
  withWorkerRoom(rooms);
});
