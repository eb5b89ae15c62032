// The commands that work through the console of a running installation.
import { program } from './command-line.ts';
import {
  day,
  flag,
  numberOrNone,
  oneOfOrNone,
  pricesUsd,
  someOf,
  text,
  url,
  wholeOrNone,
} from './options.ts';

const withConsole = {
  url: url('the console; HOST and ADMIN_PORT say it otherwise'),
  email: text('E-MAIL', 'signs in as this user, with --password-stdin'),
  'password-stdin': flag('reads the password from standard input'),
};
const notes = [
  'Without --email the command acts with the key of scope admin in TURNPIKE_API_KEY, whose org needs no --org, or as the demo’s admin.',
];
const reason = (...commands: string[]) => ({
  ...text('TEXT', 'the reason, which the history keeps'),
  requiredBy: commands,
});
const stdinTwice = 'The secret and the password cannot both come from standard input; use an API key.';

const GATED = ['set', 'undo', 'import'];
const REVISED = ['set', 'clear', 'kill', 'revive'];

export const flags = program({
  name: 'flags',
  does: 'Shows and changes feature flags.',
  commands: {
    list: { does: 'every flag and its value in each org' },
    get: { takes: ['FLAG'], does: 'one flag with its values, its rollout gate and its history' },
    set: { takes: ['FLAG', 'VALUE'], does: 'sets the value of an org, or the default of the platform' },
    clear: { takes: ['FLAG'], does: 'removes such a value' },
    kill: { takes: ['FLAG'], does: 'forces the safe value on every org at once' },
    revive: { takes: ['FLAG'], does: 'ends a kill' },
    undo: { takes: ['CHANGE'], does: 'restores what a change of the history replaced' },
    export: { does: 'what is set, as JSON' },
    import: {
      takes: ['FILE'],
      does: 'sets exactly what the file says for every flag in it; - is standard input',
    },
  },
  options: {
    org: text('SLUG', 'the org; without it the platform’s default'),
    percent: { ...numberOrNone('a share of the org’s conversations', { most: 100 }), only: ['set'] },
    share: { ...flag('the value of a share of the conversations'), only: ['clear'] },
    conversation: { ...text('ID', 'one conversation of the org'), only: ['set', 'clear'] },
    reason: reason('set', 'clear', 'kill', 'revive', 'undo', 'import'),
    revision: {
      ...wholeOrNone('refuses to overwrite a change made after this revision', { least: 0 }),
      only: REVISED,
    },
    'override-gate': { ...flag('sets a variant although its rollout gate is closed'), only: GATED },
    force: { ...flag('undoes a change although a newer one is lost'), only: ['undo'] },
    'dry-run': { ...flag('shows the changes and makes none'), only: ['import'] },
    json: { ...flag('prints JSON'), only: ['list', 'get'] },
    ...withConsole,
  },
  notes,
  check({ options: { org, percent, share, conversation } }) {
    const isShare = percent !== undefined || share;
    if (org === undefined && (isShare || conversation !== undefined))
      return '--org is missing: shares and conversations belong to an org.';
    if (isShare && conversation !== undefined)
      return 'Name a share of the conversations or one conversation, not both.';
    return undefined;
  },
});

export const settings = program({
  name: 'settings',
  does: 'Shows and changes the settings of an org. A change holds in every process within 2 s.',
  commands: {
    list: { does: 'every setting, its value and its source: the org, the deployment or the default' },
    get: { takes: ['NAME'], does: 'one setting with its meaning and the values that fit' },
    set: {
      takes: ['NAME', '[VALUE]'],
      does: 'gives the org its own value; lists have commas between the names',
    },
    clear: { takes: ['NAME'], does: 'removes the org’s own value' },
  },
  options: {
    org: text('SLUG', 'the org'),
    reason: reason('set', 'clear'),
    secret: { ...flag('reads the value of a secret from standard input'), only: ['set'] },
    json: flag('prints JSON'),
    ...withConsole,
  },
  notes,
  check({ command, names: [, value], options }) {
    if (options.secret && options['password-stdin']) return stdinTwice;
    if (options.secret && value !== undefined)
      return 'Give no VALUE with --secret: it is read from standard input.';
    if (command === 'set' && !options.secret && value === undefined) return 'VALUE is missing.';
    return undefined;
  },
});

/** Abilities that a model can be declared with. */
export const ABILITIES = ['tools', 'vision', 'jsonSchema', 'streaming'] as const;
const addOnly = { only: ['add'] };
const costOnly = { only: ['cost'] };

export const models = program({
  name: 'models',
  does: 'Shows and changes the models, provider keys and costs of an org.',
  commands: {
    list: { does: 'every model with its tier and prices, and the tier of each task' },
    add: { takes: ['NAME'], does: 'adds a model of the org’s own' },
    remove: { takes: ['NAME'], does: 'removes a model of the org’s own' },
    tier: {
      takes: ['NAME', 'TIER'],
      does: 'sets the tier of a model: flash, standard, premium, off, or none for the platform’s',
    },
    task: { takes: ['TASK', 'TIER'], does: 'sets the tier of a task type in the same way' },
    keys: {
      does: 'keys by fingerprint; without --org the deployment’s keys that are in cooldown or were refused',
    },
    'add-key': {
      takes: ['PROVIDER'],
      does: 'adds keys of google, openai or anthropic, read from standard input with commas between them',
    },
    'remove-key': { takes: ['PROVIDER', 'FINGERPRINT'], does: 'removes a key' },
    'put-back': {
      takes: ['PROVIDER', 'FINGERPRINT'],
      does: 're-enables a key that was refused or is in cooldown',
    },
    wake: {
      takes: ['PROVIDER', 'MODEL'],
      does: 'ends the cooldown of a model that its provider did not know; without --org that of the deployment, with provider compatible a model of the org’s own',
    },
    circuits: { does: 'the circuits of each model: a model with an open one is not called' },
    cost: { does: 'the cost of calls, beside their cost on the standard and on the premium tier alone' },
  },
  options: {
    org: text('SLUG', 'the org'),
    'base-url': { ...url('where the model is served'), ...addOnly, requiredBy: ['add'] },
    tier: { ...oneOfOrNone(['flash', 'standard', 'premium'], 'its tier'), ...addOnly, requiredBy: ['add'] },
    model: {
      ...text('NAME', 'the name of the model at its server, or the own model whose key is put back'),
      only: ['add', 'put-back'],
    },
    'prices-usd': { ...pricesUsd('prices per million tokens'), ...addOnly },
    context: { ...wholeOrNone('tokens of its context window'), ...addOnly },
    'max-output': { ...wholeOrNone('tokens of its longest answer'), ...addOnly },
    'input-margin': {
      ...numberOrNone('its tokens for each token of o200k_base, at most', { least: 1 }),
      ...addOnly,
    },
    abilities: { ...someOf(ABILITIES, 'what it can do'), ...addOnly },
    key: { ...flag('reads its API key from standard input'), ...addOnly },
    from: { ...day('first day; 29 days before the last one unless given'), ...costOnly },
    to: { ...day('last day; today in the org’s time zone unless given'), ...costOnly },
    prices: {
      ...text(
        'LIST',
        'prices offline turns as on the models of openai, google, anthropic, cheapest or source',
      ),
      ...costOnly,
    },
    json: { ...flag('prints JSON'), only: ['list', 'keys', 'circuits', 'cost'] },
    ...withConsole,
  },
  notes,
  check({ command, options }) {
    const readsKey = command === 'add-key' || options.key;
    return readsKey && options['password-stdin'] ? stdinTwice : undefined;
  },
});
