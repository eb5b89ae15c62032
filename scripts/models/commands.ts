import { z } from 'zod';
import { consoleCostReport, type ConsoleCostReport } from '#contracts';
import {
  consoleCircuits,
  consoleModels,
  consoleProviderKeys,
  ownModelCheck,
  type ConsoleModels,
} from '#contracts/console';
import type { LineOf } from '../commands/command-line.ts';
import { ABILITIES, type models } from '../commands/console-programs.ts';
import type { ConsoleClient } from '../console/console-client.ts';
import { inOrg, jsonText } from '../console/requests.ts';
import { table } from '../tools/print.ts';

type ModelLine = LineOf<typeof models>;
type Options = ModelLine['options'];
/** The secret comes from standard input. */
type Command = (console: ConsoleClient, line: ModelLine, given: { secret?: string }) => Promise<string>;

const nothing = z.unknown();
const addedKey = z.object({ fingerprint: z.string() });

/** Each command asks the console and returns what is printed. */
export const modelCommands: Record<ModelLine['command'], Command> = {
  list: async (console, { options }) => {
    const found = await console.get(`models${inOrg(options)}`, consoleModels);
    return options.json ? jsonText(found) : listText(found);
  },
  add: async (console, { names: [name], options }, { secret }) => {
    const key = secret !== undefined && { apiKey: secret };
    const { 'base-url': baseUrl, model, org } = options;
    await console.post(`models${inOrg(options)}`, { name, ...modelOf(options), ...key }, nothing);
    const asked = { name, baseUrl, model, ...key };
    const { problem } = await console.post(`models/check${inOrg(options)}`, asked, ownModelCheck);
    const added = `${name} is added; the org's turns use it within 2 s.`;
    if (problem === null) return added;
    const orgOption = org === undefined ? '' : ` --org ${org}`;
    return `${added}\nWARNING: turns that use it will fail as it is. ${problem}\nRemove it with: npm run models -- remove ${name}${orgOption}`;
  },
  remove: async (console, { names: [name = ''], options }) => {
    await console.delete(`models/${encodeURIComponent(name)}${inOrg(options)}`, {}, nothing);
    return `${name} is removed.`;
  },
  tier: async (console, { names: [name = '', tier], options }) => {
    await console.put(`models/${encodeURIComponent(name)}/tier${inOrg(options)}`, tierBody(tier), nothing);
    return `${name}: ${tier}.`;
  },
  task: async (console, { names: [task = '', tier], options }) => {
    await console.put(`task-tiers/${encodeURIComponent(task)}${inOrg(options)}`, tierBody(tier), nothing);
    return `${task}: ${tier}.`;
  },
  keys: async (console, { options }) => {
    const { items } = await console.get(`provider-keys${inOrg(options)}`, consoleProviderKeys);
    if (options.json) return jsonText(items);
    return table(
      items.map(({ provider, model, fingerprint, state, cooldownMs, refusedWith }) => ({
        provider: model === null ? provider : `${provider} (${model})`,
        fingerprint,
        state,
        why: refusedWith === null ? '' : `refused with ${refusedWith}`,
        restsForS: cooldownMs === null ? '' : String(Math.ceil(cooldownMs / 1_000)),
      })),
    );
  },
  'add-key': async (console, { names: [provider], options }, { secret }) => {
    const known: string[] = [];
    for (const key of keysOf(secret)) {
      const body = { provider, key };
      const { fingerprint } = await console.post(`provider-keys${inOrg(options)}`, body, addedKey);
      known.push(fingerprint);
    }
    return known.length === 1
      ? `Added; it is known as ${known[0]}.`
      : `Added ${known.length} keys; they are known as ${known.join(', ')}.`;
  },
  'remove-key': async (console, { names, options }) => {
    const path = names.map(encodeURIComponent).join('/');
    await console.delete(`provider-keys/${path}${inOrg(options)}`, {}, nothing);
    return 'Removed.';
  },
  'put-back': async (console, { names: [provider, fingerprint], options }) => {
    const body = { provider, fingerprint, ...(options.model && { model: options.model }) };
    await console.post(`provider-keys/put-back${inOrg(options)}`, body, nothing);
    return 'Put back; it is used again within 2 s.';
  },
  wake: async (console, { names: [provider, model], options }) => {
    await console.post(`models/put-back${inOrg(options)}`, { provider, model }, nothing);
    return `${model} is asked again within 2 s.`;
  },
  circuits: async (console, { options }) => {
    const { items } = await console.get(`model-circuits${inOrg(options)}`, consoleCircuits);
    if (options.json) return jsonText(items);
    return table(
      items.map(({ app, process, provider, model, own, state, since, failure }) => ({
        process: `${app} ${process.slice(-8)}`,
        model: `${provider}/${model}`,
        for: own ? 'this org' : 'all orgs',
        state,
        since,
        failure: failure ?? '',
      })),
    );
  },
  cost: async (console, { options }) => {
    const { from, to, prices } = options;
    const asked = inOrg(options, { ...(from && { from }), ...(to && { to }), ...(prices && { prices }) });
    const report = await console.get(`model-costs${asked}`, consoleCostReport);
    return options.json ? jsonText(report) : costText(report);
  },
};

/** The fields of a new model that were given; the console has defaults for the others. */
function modelOf(options: Options): Record<string, unknown> {
  const { model, tier, abilities } = options;
  const prices = options['prices-usd'];
  return {
    baseUrl: options['base-url'],
    tier,
    ...(model && { model }),
    ...(prices && { prices }),
    contextWindowTokens: options.context,
    maxOutputTokens: options['max-output'],
    inputMargin: options['input-margin'],
    ...(abilities && {
      abilities: Object.fromEntries(ABILITIES.map((name) => [name, abilities.includes(name)])),
    }),
  };
}

/** One key, or several with commas between them. */
function keysOf(secret = ''): string[] {
  const keys = secret.split(',').map((key) => key.trim());
  return keys.length === 1 ? keys : keys.filter((key) => key !== '');
}

function tierBody(tier: string | undefined): { tier: string | null | undefined } {
  return { tier: tier === 'none' ? null : tier };
}

function listText({ items, taskTiers, keysCanBeStored }: ConsoleModels): string {
  const models = items.map(({ name, provider, tier, ownTier, prices, own }) => ({
    model: name,
    provider,
    tier: tier === ownTier ? tier : `${tier} (${ownTier})`,
    usdPerMillion: prices.unknown
      ? 'unknown: set MODEL_PRICES_USD'
      : `${prices.input} / ${prices.cachedInput} / ${prices.output}`,
    of: own === null ? prices.readOn || prices.source : own.baseUrl,
  }));
  const tasks = taskTiers.map(({ task, tier, isOwn }) => ({ task, tier: isOwn ? `${tier} (own)` : tier }));
  return [
    table(models),
    table(tasks),
    ...(keysCanBeStored ? [] : ['No key can be stored: the deployment has no SECRETS_KEY.']),
  ].join('\n\n');
}

function costText(report: ConsoleCostReport): string {
  const usd = (amount: number) => `${amount.toFixed(4)} USD`;
  const saved = (share: number | null, most: number | null) =>
    share === null
      ? ''
      : share < 0
        ? `, routing cost ${percent(-share)} more`
        : `, ${percent(share)} saved${most === null ? '' : ` of at most ${percent(most)}`}`;
  const { embeddings, estimated } = report;
  return [
    `${report.from} to ${report.to}: ${usd(report.costUsd)}${report.prices === null ? '' : `, offline turns as if on models of ${report.prices}`}`,
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
    ...report.unpriced.map(
      ({ model, calls, tokens }) =>
        `no price for ${model}: set MODEL_PRICES_USD; its ${calls} calls with ${tokens} tokens are in none of these costs`,
    ),
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
