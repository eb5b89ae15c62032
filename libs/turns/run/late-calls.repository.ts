import { OrgTransaction, type PlatformTransaction } from '#database';
import { settleDeadCalls, storeUses, type DeadCall, type ModelUse } from '#models';
import { jsonbText } from '#text';
import { PAID } from '../journal/turn-step.entity.ts';
import { eachPaid } from './run-totals.ts';

/** A paid call that ended outside of a run of its turn. Without an id, it is added even if the journal contains the call. */
type LateCall = Omit<DeadCall, 'id'> & { id?: string; cachedTokens?: number };

/**
 * A later end of the turn sets its totals anew, so late calls are also kept apart. Calls in the journal are in the totals. Rounded as
 * the column is, so that a correction leaves nothing. The statement continues a `WITH`. `calls` is a FROM item with {@link LateCall}s
 * as JSON in the column `call`.
 */
const addCalls = (calls: string, condition = '') => `
  late AS (
    SELECT (call ->> 'orgId')::uuid AS org_id, (call ->> 'turnId')::uuid AS turn_id,
           ARRAY[${eachPaid((_column, name) => `sum(round(coalesce((call ->> '${name}')::numeric, 0), 8))::float8`)}] AS sums
      FROM ${calls}
     WHERE NOT EXISTS (
       SELECT 1 FROM turn_steps step WHERE step.org_id = (call ->> 'orgId')::uuid
          AND step.turn_id = (call ->> 'turnId')::uuid AND step.key = '${PAID}' || (call ->> 'id'))
     GROUP BY 1, 2)
  UPDATE turns SET ${eachPaid((column, _name, place) => `${column} = ${column} + late.sums[${place}]`)},
    late_paid = ARRAY[${eachPaid((_column, _name, place) => `coalesce(late_paid[${place}], 0) + late.sums[${place}]`)}]
    FROM late
   WHERE turns.org_id = late.org_id AND turns.id = late.turn_id AND ($1::uuid IS NULL OR turns.org_id = $1) ${condition}`;

const ADD_LATE_CALLS = `WITH ${addCalls('jsonb_array_elements($2::jsonb) AS call')}`;

/**
 * An estimate is taken back from the turn in the statement that counts the call, so that no crash comes between. There is rarely one:
 * `ANY` makes PostgreSQL look the turns up by id instead of reading all of the org.
 */
const STORE_USES = `WITH ${storeUses('$2::jsonb')}, ${addCalls(
  `(
  SELECT DISTINCT ON (id) jsonb_build_object('orgId', org_id, 'turnId', use ->> 'turnId',
           ${eachPaid((column, name) => `'${name}', -estimates.${column}`)}) AS call
    FROM estimates JOIN jsonb_array_elements($2::jsonb) AS use ON (use ->> 'id')::uuid = estimates.id) AS corrections`,
  'AND turns.org_id = $1 AND turns.id = ANY (ARRAY(SELECT turn_id FROM late))',
)}`;

/** Counts the calls, and takes back what the sweeper has added to their turns because their worker seemed dead. */
export async function storeUsesOfTurns(
  tx: OrgTransaction,
  uses: readonly (ModelUse & { turnId: string })[],
): Promise<void> {
  if (uses.length > 0) await tx.execute(STORE_USES, [jsonbText(uses)]);
}

/** Adds calls to the totals of their turns, whichever state these are in. */
export async function addLateCalls(
  tx: OrgTransaction | PlatformTransaction,
  calls: readonly LateCall[],
): Promise<void> {
  if (calls.length === 0) return;
  const values = [jsonbText(calls)];
  await tx.execute(ADD_LATE_CALLS, tx instanceof OrgTransaction ? values : [null, ...values]);
}

/** Counts the calls of dead workers of every org, also for their turns. @returns their number. */
export async function countDeadCalls(tx: PlatformTransaction): Promise<number> {
  const dead = await settleDeadCalls(tx);
  await addLateCalls(tx, dead);
  return dead.length;
}
