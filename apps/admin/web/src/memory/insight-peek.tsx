import { Button, Group, Select, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConsoleInsight } from '#contracts/console';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { contactWord } from '../ui/contact.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { Facts } from '../ui/facts.tsx';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenLines } from '../ui/written-text.tsx';
import { CATEGORIES, SOURCES, SPEAKERS } from './insight-labels.ts';
import classes from './memory.module.css';
import { FormFields, NumberField, TextAreaField, TextField } from '../ui/form-fields.tsx';
import { submits } from '../ui/forms.ts';

interface InsightPeekProps {
  insight: ConsoleInsight;
  org: string | undefined;
}

export function InsightPeek({ insight, org }: InsightPeekProps) {
  const may = usePermissions();
  const [editing, setEditing] = useState(false);
  const editable = may.admin && insight.text !== null;
  return (
    <Peek
      title={`Insight about ${contactWord(insight)}`}
      label={`Insight about ${insight.contactId}`}
      actions={
        editable &&
        !editing && (
          <>
            <Button variant="default" onClick={() => setEditing(true)}>
              Edit
            </Button>
            <ChangeButton
              label="Forget"
              look={{ variant: 'subtle', color: 'red' }}
              title="Forget this insight?"
              confirm="Forget"
              destructive
              change={{
                request: () => ({ method: 'DELETE', path: `/admin/insights/${insight.id}`, query: { org } }),
                invalidates: ['insights'],
                done: () => 'Forgotten',
              }}
            >
              This permanently deletes the insight and its vector. Turns of {contactWord(insight)} no longer
              receive it. The source message stays. To erase a contact completely, see docs/erasure.md.
            </ChangeButton>
          </>
        )
      }
    >
      <Stack gap={14}>
        {editing && insight.text !== null ? (
          <InsightForm insight={insight} text={insight.text} org={org} onDone={() => setEditing(false)} />
        ) : (
          <div className={classes.text}>
            <WrittenLines text={insight.text} />
          </div>
        )}
        <Facts
          facts={{
            Kind: insight.category,
            Weight: `${insight.importance} of 10`,
            Source: SOURCES[insight.source],
            'Found by': insight.why,
            'Said by': insight.saidBy && SPEAKERS[insight.saidBy],
            'Last said': <RelativeTime at={insight.saidAt} />,
            Stored: <RelativeTime at={insight.createdAt} />,
            'Valid until': insight.validUntil && <RelativeTime at={insight.validUntil} />,
            Expires: insight.expiresAt && <RelativeTime at={insight.expiresAt} />,
            'Replaced by': insight.supersededById && <CopyId id={insight.supersededById} of="insight" />,
            Conversation: insight.conversationId && (
              <Link to="/turns" search={{ org, q: insight.conversationId }}>
                Turns of the conversation
              </Link>
            ),
            Contact: (
              <Link
                to="."
                search={(current: Record<string, string | undefined>) => ({
                  org: current.org,
                  contact: insight.contactId,
                })}
              >
                All insights about {contactWord(insight)}
              </Link>
            ),
          }}
        />
      </Stack>
    </Peek>
  );
}

function InsightForm({
  insight,
  text: before,
  org,
  onDone,
}: InsightPeekProps & { text: string; onDone: () => void }) {
  const [text, setText] = useState(before);
  const [category, setCategory] = useState<string>(insight.category);
  const [importance, setImportance] = useState(insight.importance);
  const [reason, setReason] = useState('');
  const save = useChange({
    request: () => ({
      method: 'PATCH',
      path: `/admin/insights/${insight.id}`,
      query: { org },
      body: { text: text.trim(), category, importance, ...(reason.trim() ? { reason: reason.trim() } : {}) },
    }),
    invalidates: ['insights'],
    done: () => 'Corrected. The next turn uses the new text',
    onSuccess: onDone,
    showsError: true,
  });
  return (
    <form className={classes.form} onSubmit={submits(save.mutate)}>
      <FormFields error={save.error}>
        <TextAreaField
          name="text"
          label="Text"
          size="xs"
          autosize
          minRows={2}
          maxLength={1_000}
          value={text}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={classes.row}>
          <Select
            label="Kind"
            data={CATEGORIES}
            value={category}
            onChange={(next) => setCategory(next ?? insight.category)}
          />
          <NumberField
            name="importance"
            label="Weight"
            min={1}
            max={10}
            value={importance}
            onChange={(next) => setImportance(Number(next) || 1)}
          />
        </div>
        <TextField
          name="reason"
          label="Reason"
          description="Optional. Recorded in the audit log"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FormFields>
      <Group gap={8}>
        <Button type="submit" loading={save.isPending} disabled={text.trim().length < 3}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
