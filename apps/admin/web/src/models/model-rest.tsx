import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleModel } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { useMay } from '../session/use-may.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDuration } from '../ui/format.ts';
import classes from './registry.module.css';

interface ModelRestProps {
  model: ConsoleModel;
  rest: NonNullable<ConsoleModel['rest']>;
  org: string | undefined;
}

/** Why the model is passed over, until when, and the way back before that. */
export function ModelRest({ model: { name, provider }, rest, org }: ModelRestProps) {
  const may = useMay();
  const [asked, setAsked] = useState(false);
  const wake = useChange({
    request: () => ({
      method: 'POST',
      path: '/admin/models/put-back',
      query: { org },
      body: { provider, model: name },
    }),
    invalidates: ['models', 'overview'],
    done: () => `${name} is asked again; every worker has it within 2 s`,
    onSuccess: () => setAsked(false),
    showsError: true,
  });
  const whose = rest.here ? '' : ' with the keys of the deployment';
  return (
    <div className={classes.rest}>
      <p>
        {provider} answered{whose} that it knows no such model. Others answer in its place for another{' '}
        {formatDuration(rest.forMs)}; then it is asked again. Is its name right, and may the key use it?
      </p>
      {may.admin && rest.here && (
        <Button variant="default" onClick={() => setAsked(true)}>
          Ask it again now
        </Button>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={`Ask ${name} again?`}
        confirm="Ask it again"
        pending={wake.isPending}
        error={wake.error}
        onConfirm={() => wake.mutate()}
      >
        <p>
          The next turns that it suits go to it. If its provider still does not know it, each of them loses
          one call, and it rests again.
        </p>
      </ConfirmDialog>
    </div>
  );
}
