import { limitedLabel } from './limited-label.ts';

describe('a limited label', () => {
  it('maps all values beyond the limit to one value', () => {
    const label = limitedLabel(['chat', 'voice'], 20);
    const labels = Array.from({ length: 100 }, (_, index) => label(`thought-up-${index}`));
    expect(labels.filter((value) => value === 'other')).toHaveLength(82);
    expect(labels.slice(0, 18)).not.toContain('other');
    expect([label('voice'), label('thought-up-3'), label('thought-up-50')]).toEqual([
      'voice',
      'thought-up-3',
      'other',
    ]);
  });
});
