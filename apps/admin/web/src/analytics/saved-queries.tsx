import { Button, Checkbox, Menu, Popover, Stack } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { savedAnalyticsQueries, type SavedAnalyticsQuery } from '#contracts/console';
import { savedQueriesRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import { FormFields, TextField } from '../ui/form-fields.tsx';
import { presets, withoutQuery, type AnalyticsSearch } from './analytics-search.ts';

const PATH = '/admin/analytics/queries';

interface SavedQueriesProps {
  org: string | undefined;
  query: Record<string, string>;
  onOpen: (search: AnalyticsSearch) => void;
}

export function SavedQueries({ org, query, onOpen }: SavedQueriesProps) {
  const may = usePermissions();
  const [removing, setRemoving] = useState<SavedAnalyticsQuery | null>(null);
  const { data } = useAnswer(savedQueriesRequest({ org }), savedAnalyticsQueries);
  const saved = data?.items ?? [];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            Queries
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Examples</Menu.Label>
          {presets.map(({ label, search }) => (
            <Menu.Item key={label} onClick={() => onOpen(withoutQuery(search))}>
              {label}
            </Menu.Item>
          ))}
          {saved.length > 0 && <Menu.Label>Saved</Menu.Label>}
          {saved.map(({ id, name, parameters, shared, author }) => (
            <Menu.Item key={id} onClick={() => onOpen(withoutQuery(parameters))}>
              {name}
              {shared ? ` (${author ?? 'shared'})` : ''}
            </Menu.Item>
          ))}
          {may.work && saved.some(({ mine }) => mine) && <Menu.Label>Remove</Menu.Label>}
          {may.work &&
            saved
              .filter(({ mine }) => mine)
              .map((query) => (
                <Menu.Item
                  key={query.id}
                  color="red"
                  leftSection={<IconTrash size={14} />}
                  onClick={() => setRemoving(query)}
                >
                  {query.name}
                </Menu.Item>
              ))}
        </Menu.Dropdown>
      </Menu>
      {removing && (
        <ChangeDialog
          opened
          onClose={() => setRemoving(null)}
          title={`Remove “${removing.name}”?`}
          confirm="Remove"
          destructive
          change={{
            request: () => ({ method: 'DELETE', path: `${PATH}/${removing.id}`, query: { org } }),
            invalidates: ['saved-queries'],
            done: () => 'Query removed',
          }}
        >
          {removing.shared
            ? 'The query is shared: it is removed for everyone in this org. Existing links keep working.'
            : 'Only you see this query. Existing links keep working.'}
        </ChangeDialog>
      )}
      {may.work && <SaveQuery org={org} query={query} />}
    </>
  );
}

function SaveQuery({ org, query: { org: _org, ...parameters } }: Omit<SavedQueriesProps, 'onOpen'>) {
  const [open, setOpen] = useState(false);
  const save = useChange<{ name: string; shared: boolean }>({
    request: (body) => ({ method: 'POST', path: PATH, query: { org }, body: { ...body, parameters } }),
    invalidates: ['saved-queries'],
    done: ({ name }) => `Saved “${name}”`,
    onSuccess: () => setOpen(false),
    showsError: true,
  });
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={14} />} onClick={() => setOpen(!open)}>
          Save
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const name = form.get('name');
            if (typeof name === 'string') save.mutate({ name, shared: form.get('shared') !== null });
          }}
        >
          <Stack gap="xs">
            <FormFields error={save.error}>
              <TextField label="Name" name="name" required />
              <Checkbox size="sm" label="Share with everyone in this org" name="shared" />
            </FormFields>
            <Button type="submit" loading={save.isPending}>
              Save query
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
