import type { SeenStep } from '#pack-kit';

/** Checks the audit row of the turn's call. */
export const audited =
  (column: 'attempts' | 'cached', expected: number | boolean) =>
  async ({ turnId, rows }: SeenStep): Promise<string[]> => {
    const [call] = await rows(`SELECT ${column} FROM tool_calls WHERE turn_id = $1`, [turnId]);
    const found = call?.[column];
    return found === expected ? [] : [`${column} is ${JSON.stringify(found)}, expected ${expected}`];
  };

/** Checks the policy step on the trace. */
export const standing =
  (expected: string) =>
  async ({ traceId, rows }: SeenStep): Promise<string[]> => {
    const found = await rows(
      `SELECT attributes->>'policy.salesConstraint' AS standing FROM spans WHERE trace_id = $1 AND name = 'policy'`,
      [traceId],
    );
    return found.length === 1 && found[0]?.standing === expected
      ? []
      : [`the trace says ${JSON.stringify(found)}, expected ${expected}`];
  };
