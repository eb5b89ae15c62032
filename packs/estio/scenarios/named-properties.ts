import type { SeenStep } from '#pack-kit';

/** Checks that the reply names these properties and no other, in this order. */
export const namesProperties =
  (...wanted: string[]) =>
  ({ reply }: SeenStep): string[] => {
    const named = [...new Set([...reply.matchAll(/prop-\d{4}/g)].map(([id]) => id))];
    return named.join() === wanted.join() ? [] : [`names ${named.join(', ')}, expected ${wanted.join(', ')}`];
  };
