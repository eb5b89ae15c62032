import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf, type TurnSeen } from './api.fixture.ts';

const CONTACT = 'contact-015';

interface ApprovalSeen {
  id: string;
  turnId: string;
  tool: string;
  arguments: Record<string, unknown>;
  state: string;
}

type ParkedTurn = TurnSeen & { waitsFor: { tool: string }[] | null };

describe.each(productionBackend)('a call that needs approval (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let api: ApiTest;

    beforeAll(async () => {
      api = await ApiTest.start({ backend, env: { TOOL_APPROVALS: 'update_requirements' } });
    });

    afterAll(() => api?.stop());

    const approvals = async (state: string) =>
      (
        (await (await api.turnpike.request(`/v1/approvals?state=${state}`)).json()) as {
          items: ApprovalSeen[];
        }
      ).items;
    const decide = (id: string, body: unknown) =>
      api.turnpike.request(`/v1/approvals/${id}`, { method: 'POST', body: JSON.stringify(body) });
    /** Sends a message whose turn is parked; `wait` returns as soon as it is. */
    const park = async (text: string): Promise<ApprovalSeen> => {
      const turn = await api.send({ contact: CONTACT, text });
      expect(turn.state).toBe('awaiting_approval');
      const found = (await approvals('pending')).find(({ turnId }) => turnId === turn.id);
      if (!found) throw new Error('The turn waits for nothing');
      return found;
    };

    it('parks the turn, lets the conversation go on, and runs with exactly its arguments after restarts', async () => {
      const approval = await park('My budget is now 350k and I need 3 bedrooms');
      expect(approval).toMatchObject({
        tool: 'update_requirements',
        arguments: { contactId: CONTACT, maxPrice: 350_000, bedrooms: { exact: 3 } },
      });
      const parked = await api.turn<ParkedTurn>(approval.turnId);
      expect(parked.waitsFor).toMatchObject([{ tool: 'update_requirements' }]);

      const next = await api.send({ contact: CONTACT, text: 'Find villas in Limassol' });
      expect(next).toMatchObject({ state: 'completed', conversationId: parked.conversationId });

      await Promise.all(api.turnpike.workers.map((worker) => worker.stop()));
      await api.turnpike.restart('api');
      await api.turnpike.addWorker();
      const decided = await decide(approval.id, { decision: 'approve', comment: 'Checked with her' });
      expect(decided.status).toBe(200);
      await api.untilState(approval.turnId, 'completed');
      const calls = await api.toolCalls(approval.turnId);
      expect(calls).toMatchObject([
        { tool: 'update_requirements', arguments: { maxPrice: 350_000 }, result: { success: true } },
      ]);
      expect((await decide(approval.id, { decision: 'refuse' })).status).toBe(409);
    });

    it('tells the conversation about a rejection', async () => {
      const approval = await park('My budget is now 410k');
      expect((await decide(approval.id, { decision: 'refuse', comment: 'Not yet' })).status).toBe(200);
      await api.untilState(approval.turnId, 'completed');
      expect((await api.turn<ParkedTurn>(approval.turnId)).reply?.text).toMatch(/refused|Not yet/);
      expect(await api.toolCalls(approval.turnId)).toMatchObject([
        { tool: 'update_requirements', result: { success: false, errorClass: 'FORBIDDEN' } },
      ]);
    });
  });
});
