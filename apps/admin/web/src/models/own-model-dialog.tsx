import { Checkbox, Select, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { USUAL_INPUT_MARGIN } from '#contracts';
import { ownModelCheck } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { NumberField, PasswordField, TextField } from '../ui/form-fields.tsx';
import classes from './models.module.css';

interface OwnModelDialogProps {
  org: string | undefined;
  /** Whether the deployment can store keys. */
  storable: boolean;
  onClose: () => void;
}

/** Fields that the check of the server uses; its result holds for these values. */
const ASKED_WITH = ['name', 'baseUrl', 'model', 'key'];

const AMOUNTS = {
  input: 'prices/input',
  output: 'prices/output',
  context: 'contextWindowTokens',
  margin: 'inputMargin',
};
const MARGIN_LIMITS = { min: 1, max: 10, step: 0.05, decimalScale: 2 };

/** A model on any server that speaks the OpenAI protocol: vLLM, Ollama, LM Studio, a gateway. */
export function OwnModelDialog({ org, storable, onClose }: OwnModelDialogProps) {
  const [form, setForm] = useState({
    name: '',
    baseUrl: '',
    model: '',
    tier: 'standard',
    key: '',
    input: 0,
    output: 0,
    context: 128_000,
    margin: USUAL_INPUT_MARGIN,
    tools: true,
    vision: false,
  });
  /** The problem found by the check; undefined before the current values are checked. */
  const [problem, setProblem] = useState<string>();
  const put = (part: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...part }));
    if (ASKED_WITH.some((name) => name in part)) setProblem(undefined);
  };
  const server = {
    name: form.name.trim(),
    baseUrl: form.baseUrl.trim(),
    ...(form.model.trim() ? { model: form.model.trim() } : {}),
    ...(form.key ? { apiKey: form.key } : {}),
  };
  const add = useChange({
    request: () => ({
      method: 'POST',
      path: '/admin/models',
      query: { org },
      body: {
        ...server,
        tier: form.tier,
        prices: { input: form.input, output: form.output },
        contextWindowTokens: form.context,
        inputMargin: form.margin,
        abilities: { tools: form.tools, vision: form.vision },
      },
    }),
    invalidates: ['models'],
    done: () =>
      problem === undefined
        ? `${server.name} added. The router can choose it from the next turn`
        : `${server.name} added. Turns that use it fail until its server responds`,
    onSuccess: onClose,
    showsError: true,
  });
  const check = useChange({
    request: () => ({ method: 'POST', path: '/admin/models/check', query: { org }, body: server }),
    invalidates: [],
    onSuccess: (answer) => {
      const found = ownModelCheck.parse(answer).problem;
      if (found === null) add.mutate();
      else setProblem(found);
    },
    showsError: true,
  });
  const amount = (name: keyof typeof AMOUNTS, label: string, limits: NumberInputProps, ifEmpty = 0) => (
    <NumberField
      name={AMOUNTS[name]}
      {...limits}
      label={label}
      thousandSeparator
      value={form[name]}
      onChange={(next) => put({ [name]: Number(next) || ifEmpty })}
    />
  );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Add a model"
      confirm={problem === undefined ? 'Check and add' : 'Add anyway'}
      pending={check.isPending || add.isPending}
      error={check.error ?? add.error}
      incomplete={server.name === '' || server.baseUrl === ''}
      onConfirm={() => (problem === undefined ? check.mutate() : add.mutate())}
    >
      {(tried) => (
        <>
          <div className={classes.form}>
            <TextField
              name="name"
              label="Name"
              required
              error={tried && server.name === '' && 'Enter a name'}
              placeholder="house-llama"
              value={form.name}
              data-autofocus
              onChange={(event) => put({ name: event.currentTarget.value })}
            />
            <Select
              label="Tier"
              data={['flash', 'standard', 'premium']}
              value={form.tier}
              onChange={(tier) => put({ tier: tier ?? 'standard' })}
            />
            <TextField
              name="baseUrl"
              className={classes.wide}
              label="Address"
              required
              error={tried && server.baseUrl === '' && 'Enter the address of the server'}
              description="Base URL of the server, without the path of the endpoint"
              placeholder="https://gpu.example.com/v1"
              value={form.baseUrl}
              onChange={(event) => put({ baseUrl: event.currentTarget.value })}
            />
            <TextField
              name="model"
              label="Model name on the server"
              description="Defaults to the name"
              value={form.model}
              onChange={(event) => put({ model: event.currentTarget.value })}
            />
            <PasswordField
              name="apiKey"
              label="Key"
              description={
                storable ? 'Optional. Stored encrypted' : 'SECRETS_KEY is not set: no key can be stored'
              }
              disabled={!storable}
              autoComplete="off"
              value={form.key}
              onChange={(event) => put({ key: event.currentTarget.value })}
            />
            {amount('input', 'Input, USD per million', { min: 0, decimalScale: 4 })}
            {amount('output', 'Output, USD per million', { min: 0, decimalScale: 4 })}
            {amount('context', 'Context window, tokens', { min: 1_024 })}
            {amount('margin', 'Reserved tokens per counted token', MARGIN_LIMITS, USUAL_INPUT_MARGIN)}
            <div>
              <Checkbox
                mt={22}
                label="Calls tools"
                checked={form.tools}
                onChange={(event) => put({ tools: event.currentTarget.checked })}
              />
              <Checkbox
                mt={8}
                label="Accepts images"
                checked={form.vision}
                onChange={(event) => put({ vision: event.currentTarget.checked })}
              />
            </div>
          </div>
          {problem !== undefined && (
            <div className={classes.problem} role="alert">
              <b>Turns that use this model would fail.</b> {problem}
            </div>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
