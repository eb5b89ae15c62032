import { z } from 'zod';
import { ownModelCheck } from '#contracts/console';
import { ModelRegistry } from '#models';
import type { ConsoleClient } from '../console/console-client.ts';
import { inOrg } from '../console/requests.ts';
import { StartRefusedError } from '../start/start.errors.ts';
import type { Contestant } from './options.ts';

const REASON = 'a run of npm run eval';
const nothing = z.unknown();
/** The router looks for a model in the tier of the task and above. */
const EVERY_TASK = { tier: 'premium' };

/** Gives the org of a run its budget and, if one model plays, that model alone. */
export function setUp({ provider, model, prices, server }: Contestant, limitUsd: number | undefined) {
  return async (api: ConsoleClient, org: string): Promise<void> => {
    const query = inOrg({ org });
    if (limitUsd !== undefined) {
      const budget = { softUsd: null, hardUsd: limitUsd, reason: REASON };
      await api.put(`budgets/month${query}`, budget, nothing);
    }
    if (model === undefined) return;
    if (server) {
      const own = { name: model.replaceAll(/[^\w.:-]/g, '-'), model, ...server };
      await api.post(`models${query}`, { ...own, ...EVERY_TASK, ...(prices && { prices }) }, nothing);
      const { problem } = await api.post(`models/check${query}`, own, ownModelCheck);
      if (problem !== null)
        throw new StartRefusedError(`${model} at ${server.baseUrl}: ${problem} EVAL_API_KEY is its key.`);
      return;
    }
    const ids = new ModelRegistry().all().flatMap((entry) => (entry.provider === provider ? [entry.id] : []));
    for (const id of new Set(ids))
      await api.put(`models/${id}/tier${query}`, id === model ? EVERY_TASK : { tier: 'off' }, nothing);
  };
}
