import { openSample, type OpenedSample } from '../../testing/geo.fixture.ts';
import { geoTools } from '../../tools/index.ts';
import { openBackend } from './backend.ts';
import { CallAnswers } from './call-answer.ts';

const EVERYTHING = {
  query: 'Yas Island',
  district: 'Yas Island',
  districts: ['Yas Island', 'Hili'],
  municipality: 'Al Ain',
  year: 2023,
  max_budget: 80_000,
};

describe('every tool', () => {
  let opened: OpenedSample;
  beforeAll(async () => void (opened = await openSample()));
  afterAll(() => opened.close());

  it.each(geoTools.map((tool) => [tool.name, tool] as const))(
    'says that its figures are made up: %s',
    async (name, { input }) => {
      const answers = new CallAnswers(geoTools, openBackend(opened.parts, opened.clock), (_, error) => {
        throw error;
      });
      const args = Object.fromEntries(Object.entries(EVERYTHING).filter(([field]) => field in input.shape));
      const result = await answers.answer(name, args, new AbortController().signal);
      expect(result).toMatchObject({
        success: true,
        data: { sample: true, source: 'AbuDhabiRealEstate (sample)', notes: expect.any(Array) },
      });
    },
  );
});
