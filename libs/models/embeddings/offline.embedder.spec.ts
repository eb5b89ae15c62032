import { embedOffline, OfflineEmbedder } from './offline.embedder.ts';

const cosine = (left: string, right: string) => {
  const [a, b] = [embedOffline(left), embedOffline(right)];
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
};

describe('the offline embedder', () => {
  it('returns a deterministic vector of 768 numbers with length 1', async () => {
    for (const text of ['Wants a garden', 'يفضل الطابق الأرضي', '...', '']) {
      const [vector = []] = await new OfflineEmbedder().embed([text]);
      expect(vector).toHaveLength(768);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 10);
      expect(vector).toEqual(embedOffline(text));
    }
  });

  it('places texts with shared words close together, whatever the endings', () => {
    const near = cosine('Which views does the client enjoy?', 'enjoys a view of the sea');
    expect(near).toBeGreaterThan(0.3);
    expect(near).toBeGreaterThan(
      cosine('Which views does the client enjoy?', 'Her brother makes the decision') + 0.2,
    );
  });

  it('folds Arabic letters and marks, and finds words behind the article', () => {
    expect(cosine('تُفَضِّلُ الطابق الأرضي', 'تفضل الطابق الارضي')).toBeCloseTo(1, 10);
    expect(cosine('أي طابق تفضل؟', 'تفضل الطابق الأرضي')).toBeGreaterThan(
      cosine('أي طابق تفضل؟', 'أخوه صاحب القرار') + 0.2,
    );
  });

  it('gives function words little weight', () => {
    expect(cosine('she enjoys a view of the sea', 'enjoys a view of the sea')).toBeGreaterThan(0.95);
    expect(cosine('likes quiet streets', 'likes busy markets')).toBeLessThan(0.6);
  });
});
