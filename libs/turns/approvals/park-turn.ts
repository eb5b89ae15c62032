import { newId, wholeNumberSetting } from '#identity';
import { AdmissionRepository, laneOf, runningTurnsLimit } from '../admission/admission.repository.ts';
import { interimText } from './interim-text.ts';
import type { TurnPorts, TurnRun } from '../pipeline/turn-context.ts';
import { totalsOf, TurnEndRepository } from '../run/turn-end.repository.ts';
import type { TurnParkedError } from '../turn.errors.ts';
import { ApprovalRepository } from './approval.repository.ts';

const HOUR_MS = 3_600_000;

/**
 * Parks the turn in one transaction: what it waits for, what the conversation is told meanwhile, and the slot that later
 * turns may have. No worker holds it until people have decided.
 *
 * @throws TurnCancelledError, LeaseLostError
 */
export async function parkTurn(
  ports: TurnPorts,
  { turn, log, totals }: TurnRun,
  { requests, turn: { language, agent } }: TurnParkedError,
): Promise<void> {
  const at = ports.clock.now();
  const asked = requests.map((request) => ({ ...request, id: newId(ports.clock) }));
  const interim = { messageId: newId(ports.clock), text: interimText(language, requests) };
  const settings = await ports.orgs.settingsOf(turn.orgId);
  const limit = runningTurnsLimit(settings);
  const expiresAt = new Date(at.getTime() + wholeNumberSetting(settings, 'APPROVAL_TTL_H') * HOUR_MS);
  const admitted = await ports.database.forOrgAtOnce(turn.orgId, async (tx) => {
    const held = new TurnEndRepository(tx, at).holdConversation(turn.conversationId);
    log.emit('turn.awaiting_approval', {
      message: interim,
      expiresAt: expiresAt.toISOString(),
      approvals: asked.map(({ id, tool, reason }) => ({ id, tool, reason })),
    });
    const written = log.writeEndInto(tx);
    const parked = new ApprovalRepository(tx).park({ ...turn, agent }, totalsOf(totals), asked, interim, {
      at,
      expiresAt,
    });
    const told = ports.webhooks.add(tx, 'turn.awaiting_approval', turn, settings);
    const admitted = new AdmissionRepository(tx).goOn(turn.conversationId, laneOf(turn.channel), limit);
    const [next] = await Promise.all([admitted, held, written, parked, told]);
    return next;
  });
  await ports.queue.enqueueAll(admitted);
}
