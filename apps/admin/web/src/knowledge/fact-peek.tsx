import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleFact } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { Facts } from '../ui/facts.tsx';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenLines } from '../ui/written-text.tsx';
import { FactForm } from './fact-form.tsx';
import { TOPICS } from './fact-labels.ts';
import classes from '../memory/memory.module.css';

export function FactPeek({ fact, org }: { fact: ConsoleFact; org: string | undefined }) {
  const may = usePermissions();
  const [editing, setEditing] = useState(false);
  const path = `/admin/knowledge/${fact.id}`;
  return (
    <Peek
      title={fact.title}
      label={`Fact ${fact.title}`}
      actions={
        may.admin &&
        !editing && (
          <>
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <ChangeButton
              label="Delete"
              look={{ variant: 'subtle', color: 'red' }}
              title={`Delete “${fact.title}”?`}
              confirm="Delete"
              destructive
              change={{
                request: () => ({ method: 'DELETE', path, query: { org } }),
                invalidates: ['knowledge'],
                done: () => 'Deleted',
              }}
            >
              Agents no longer know this fact from their next turn on.
            </ChangeButton>
          </>
        )
      }
    >
      {editing ? (
        <FactForm
          fact={fact}
          save={{ method: 'PUT', path, query: { org } }}
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Stack gap={14}>
          <div className={classes.text}>
            <WrittenLines text={fact.text} />
          </div>
          <Facts
            facts={{
              Topic: TOPICS[fact.topic],
              Source: fact.source,
              Use: fact.inPrompt
                ? 'part of every prompt'
                : 'its passages are looked up when a message needs them',
              Tokens: fact.tokens,
              'Found by': fact.why,
              Changed: <RelativeTime at={fact.updatedAt} />,
            }}
          />
        </Stack>
      )}
    </Peek>
  );
}
