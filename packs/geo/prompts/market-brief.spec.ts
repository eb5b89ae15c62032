import type { McpContext } from '#pack-kit';
import { marketBrief } from './market-brief.prompt.ts';

const context = {} as McpContext;
const complete = (name: string, typed: string) =>
  marketBrief.arguments.find((argument) => argument.name === name)?.complete?.(typed, context);

describe('the prompt for a market brief', () => {
  it('asks the tools for one place and year, and against the year before', async () => {
    const [system, user] = await marketBrief.messages(
      { place: 'Yas Island', year: '2023', language: 'ar' },
      context,
    );
    expect(system?.content).toMatchObject({ text: expect.stringContaining('Abu Dhabi') });
    const said = user?.content.type === 'text' ? user.content.text : '';
    expect(said).toContain('the market of Yas Island in 2023');
    expect(said).toContain('against 2022');
    expect(said).toContain('search_geospatial_metadata');
    expect(said).toContain('language ar');
  });

  it('takes the latest year where none is named, and none that the data has not', async () => {
    const [, user] = await marketBrief.messages({ place: 'Yas Island' }, context);
    expect(user?.content).toMatchObject({ text: expect.stringContaining('in 2024') });
    for (const year of ['2019', 'soon'])
      await expect(marketBrief.messages({ place: 'Yas Island', year }, context)).rejects.toMatchObject({
        errorClass: 'VALIDATION_FAILED',
      });
  });

  it('suggests places in both languages, and years', async () => {
    expect(await complete('place', 'yas')).toContain('Yas Island');
    expect(await complete('place', 'جزيرة ياس')).toEqual(['Yas Island']);
    expect(await complete('year', '')).toEqual(['2024', '2023', '2022', '2021', '2020']);
    expect(await complete('year', '2021')).toEqual(['2021']);
  });
});
