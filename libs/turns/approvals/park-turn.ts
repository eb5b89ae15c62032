import { newId, wholeNumberSetting } from '#identity';
import type { TurnPorts, TurnRun } from '../pipeline/turn-context.ts';
import type { TurnParkedError } from '../turn.errors.ts';
import { ApprovalRepository } from './approval.repository.ts';
import { interimText } from './interim-text.ts';

const HOUR_MS = 3_600_000;

/**
 * Parks the turn until people have decided: one transaction stores the approvals and the interim message, and gives the
 * slot of the turn away. No worker holds a parked turn.
 *
 * @throws TurnCancelledError, LeaseLostError
 */
export async function parkTurn(
  ports: TurnPorts,
  run: TurnRun,
  { requests, turn: { language, agent } }: TurnParkedError,
): Promise<void> {
  const at = ports.clock.now();
  const settings = await ports.orgs.settingsOf(run.row.orgId);
  const expiresAt = new Date(at.getTime() + wholeNumberSetting(settings, 'APPROVAL_TTL_H') * HOUR_MS);
  const approvals = requests.map((request) => ({ ...request, id: newId(ports.clock) }));
  const message = { messageId: newId(ports.clock), text: interimText(language, requests) };
  await ports.ends.end({
    run,
    event: 'turn.awaiting_approval',
    payload: {
      message,
      expiresAt: expiresAt.toISOString(),
      approvals: approvals.map(({ id, tool, reason }) => ({ id, tool, reason })),
    },
    settings,
    statements: (tx) => {
      const repository = new ApprovalRepository(tx);
      return [
        repository.park(run.row, agent, run.totals),
        repository.request(run.row, approvals, { at, expiresAt }),
        repository.addInterimMessage(run.row, message, at),
      ];
    },
  });
}
