import { z } from 'zod';
import { consoleCostReport, type ConsoleCostReport } from '#contracts';
import {
  consoleCircuits,
  consoleModels,
  consoleProviderKeys,
  ownModelCheck,
  type ConsoleModels,
} from '#contracts/console';
import type { ConsoleClient } from '../console/console-client.ts';
import { table } from '../tools/print.ts';
import type { ModelArguments, ModelCommandName } from './arguments.ts';

/** What a command is given, with the secret that was read from standard input. */
export type ModelRequest = Omit<ModelArguments, 'secret'> & { secret?: string };

type Command = (console: ConsoleClient, given: ModelRequest) => Promise<string>;

const nothing = z.unknown();

/** Each asks the console and says what to print. */
export const modelCommands: Record<ModelCommandName, Command> = {
  list: async (console, given) => {
    const found = await console.get(`models${query(given)}`, consoleModels);
    return given.json ? json(found) : listText(found);
  },
  add: async (console, given) => {
    const [name] = given.given;
    const body = { name, ...given.model, ...(given.secret !== undefined && { apiKey: given.secret }) };
    await console.post(`models${query(given)}`, body, nothing);
    const { baseUrl, model } = given.model;
    const asked = { name, baseUrl, model, ...(given.secret !== undefined && { apiKey: given.secret }) };
    const { problem } = await console.post(`models/check${query(given)}`, asked, ownModelCheck);
    const added = `${name} is added; the org's turns use it within 2 s.`;
    if (problem === null) return added;
    return `${added}\nWARNING: turns that ask it will fail as it is. ${problem}\nTake it away with: npm run models -- remove ${name}${given.org === undefined ? '' : ` --org ${given.org}`}`;
  },
  remove: async (console, given) => {
    const [name = ''] = given.given;
    await console.delete(`models/${encodeURIComponent(name)}${query(given)}`, {}, nothing);
    return `${name} is removed.`;
  },
  tier: async (console, given) => {
    const [name = '', tier] = given.given;
    await console.put(`models/${encodeURIComponent(name)}/tier${query(given)}`, tierBody(tier), nothing);
    return `${name}: ${tier}.`;
  },
  task: async (console, given) => {
    const [task = '', tier] = given.given;
    await console.put(`task-tiers/${encodeURIComponent(task)}${query(given)}`, tierBody(tier), nothing);
    return `${task}: ${tier}.`;
  },
  keys: async (console, given) => {
    const { items } = await console.get(`provider-keys${query(given)}`, consoleProviderKeys);
    if (given.json) return json(items);
    return table(
      items.map(({ provider, model, fingerprint, state, restsForMs, refusedWith }) => ({
        provider: model === null ? provider : `${provider} (${model})`,
        fingerprint,
        state,
        why: refusedWith === null ? '' : `refused with ${refusedWith}`,
        restsForS: restsForMs === null ? '' : String(Math.ceil(restsForMs / 1_000)),
      })),
    );
  },
  'add-key': async (console, given) => {
    const known: string[] = [];
    for (const key of keysOf(given.secret)) {
      const body = { provider: given.given[0], key };
      const { fingerprint } = await console.post(
        `provider-keys${query(given)}`,
        body,
        z.object({ fingerprint: z.string() }),
      );
      known.push(fingerprint);
    }
    return known.length === 1
      ? `Added; it is known as ${known[0]}.`
      : `Added ${known.length} keys; they are known as ${known.join(', ')}.`;
  },
  'remove-key': async (console, given) => {
    const path = given.given.map(encodeURIComponent).join('/');
    await console.delete(`provider-keys/${path}${query(given)}`, {}, nothing);
    return 'Removed.';
  },
  'put-back': async (console, given) => {
    const [provider, fingerprint] = given.given;
    const body = { provider, fingerprint, ...(given.ofModel && { model: given.ofModel }) };
    await console.post(`provider-keys/put-back${query(given)}`, body, nothing);
    return 'Put back; it is used again within 2 s.';
  },
  wake: async (console, given) => {
    const [provider, model] = given.given;
    await console.post(`models/put-back${query(given)}`, { provider, model }, nothing);
    return `${model} is asked again within 2 s.`;
  },
  circuits: async (console, given) => {
    const { items } = await console.get(`model-circuits${query(given)}`, consoleCircuits);
    if (given.json) return json(items);
    return table(
      items.map(({ app, process, provider, model, state, since, failure }) => ({
        process: `${app} ${process.slice(-8)}`,
        model: `${provider}/${model}`,
        state,
        since,
        failure: failure ?? '',
      })),
    );
  },
  cost: async (console, given) => {
    const { from, to, prices } = given;
    const asked = query(given, { from, to, ...(prices && { prices }) });
    const report = await console.get(`model-costs${asked}`, consoleCostReport);
    return given.json ? json(report) : costText(report, given);
  },
};

function query({ org }: ModelRequest, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams({ ...(org !== undefined && { org }), ...more }).toString();
  return parameters === '' ? '' : `?${parameters}`;
}

/** As in the settings: one, or several with commas between them. */
function keysOf(secret = ''): string[] {
  const keys = secret.split(',').map((key) => key.trim());
  return keys.length === 1 ? keys : keys.filter((key) => key !== '');
}

function tierBody(tier: string | undefined): { tier: string | null | undefined } {
  return { tier: tier === 'none' ? null : tier };
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function listText({ items, taskTiers, keysCanBeStored }: ConsoleModels): string {
  const models = items.map(({ name, provider, tier, ownTier, prices, own }) => ({
    model: name,
    provider,
    tier: tier === ownTier ? tier : `${tier} (${ownTier})`,
    usdPerMillion: `${prices.input} / ${prices.cachedInput} / ${prices.output}`,
    of: own === null ? prices.readOn : own.baseUrl,
  }));
  const tasks = taskTiers.map(({ task, tier, isOwn }) => ({ task, tier: isOwn ? `${tier} (own)` : tier }));
  return [
    table(models),
    table(tasks),
    ...(keysCanBeStored ? [] : ['No key can be stored: the deployment has no SECRETS_KEY.']),
  ].join('\n\n');
}

function costText(report: ConsoleCostReport, { from, to }: ModelRequest): string {
  const usd = (amount: number) => `${amount.toFixed(4)} USD`;
  const saved = (share: number | null, most: number | null) =>
    share === null ? '' : `, ${percent(share)} saved${most === null ? '' : ` of at most ${percent(most)}`}`;
  const { embeddings, estimated } = report;
  return [
    `${from} to ${to}: ${usd(report.costUsd)}${report.prices === null ? '' : `, offline turns as if on models of ${report.prices}`}`,
    table(
      report.tiers.map(({ tier, calls, shareOfCalls, tokens, shareOfTokens, costUsd }) => ({
        tier,
        calls: `${calls} (${percent(shareOfCalls)})`,
        tokens: `${tokens} (${percent(shareOfTokens)})`,
        cost: usd(costUsd),
      })),
    ),
    `all on standard: ${usd(report.allStandardUsd)}${saved(report.savedAgainstStandard, report.ceilingAgainstStandard)}`,
    `all on premium:  ${usd(report.allPremiumUsd)}${saved(report.savedAgainstPremium, report.ceilingAgainstPremium)}`,
    `all on flash:    ${usd(report.allFlashUsd)}, the least that routing could come to`,
    `input tokens: ${report.cachedTokens} from caches, ${report.cacheWriteTokens} written to them`,
    ...(embeddings.calls === 0
      ? []
      : [`embeddings: ${embeddings.calls} calls, ${embeddings.tokens} tokens, ${usd(embeddings.costUsd)}`]),
    ...(estimated.calls === 0
      ? []
      : [
          `estimated: ${usd(estimated.costUsd)} of it for ${estimated.calls} calls whose worker died, at what was held back for them`,
        ]),
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
