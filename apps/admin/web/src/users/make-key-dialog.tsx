import { Checkbox, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { apiKeyScopes, type ApiKeyScope } from '#contracts';
import { apiKeyMade, consoleUserPage, type ApiKeyMade, type ConsoleUser } from '#contracts/console';
import { usersRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import { SelectField, TextField } from '../ui/form-fields.tsx';
import { NEEDS_USER, SCOPES } from './key-scopes.ts';

interface MakeKeyDialogProps {
  org: string | undefined;
  onMade: (made: ApiKeyMade) => void;
  onClose: () => void;
}

export function MakeKeyDialog({ org, onMade, onClose }: MakeKeyDialogProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiKeyScope[]>(['messages', 'turns']);
  const [userId, setUserId] = useState<string | null>(null);
  const users = useEveryUser(org);
  const needsUser = scopes.some((scope) => NEEDS_USER.includes(scope));
  const lacksUser = needsUser && userId === null;
  return (
    <ChangeDialog
      opened
      onClose={onClose}
      title="Create an API key"
      confirm="Create key"
      change={{
        request: () => ({
          method: 'POST',
          path: '/admin/api-keys',
          query: { org },
          body: { name: name.trim(), scopes, userId },
        }),
        invalidates: ['api-keys', 'audit'],
        onSuccess: (answer) => onMade(apiKeyMade.parse(answer)),
      }}
      incomplete={name.trim() === '' || scopes.length === 0 || lacksUser}
    >
      {(tried) => (
        <Stack gap={10} mb={10}>
          <TextField
            name="name"
            label="Name"
            required
            error={tried && name.trim() === '' && 'Enter a name'}
            description="What the key is used for"
            placeholder="Website chat"
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox.Group
            label="Scopes"
            withAsterisk
            error={tried && scopes.length === 0 && 'Choose at least one scope'}
            value={scopes}
            onChange={(next) => setScopes(next as ApiKeyScope[])}
          >
            {apiKeyScopes.map((scope) => (
              <Checkbox
                key={scope}
                mt={6}
                value={scope}
                aria-invalid={(tried && scopes.length === 0) || undefined}
                label={
                  <>
                    <span className="mono">{scope}</span> <span className="muted">{SCOPES[scope]}</span>
                  </>
                }
              />
            ))}
          </Checkbox.Group>
          <SelectField
            name="userId"
            label="Acts as"
            description="The key never has more rights than this user"
            required={needsUser}
            error={tried && lacksUser && 'The chosen scopes require a user'}
            allowDeselect
            clearable
            searchable
            data={users
              .filter((user) => user.org && !user.disabledAt)
              .map((user) => ({ value: user.id, label: `${user.name} (${user.handle})` }))}
            value={userId}
            onChange={setUserId}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}

function useEveryUser(org: string | undefined): ConsoleUser[] {
  const { items, error, hasMore, loadMore } = useKeysetList<ConsoleUser>(
    usersRequest({ org }),
    consoleUserPage,
    { pollMs: false },
  );
  useEffect(() => {
    if (hasMore && !error) loadMore();
  }, [hasMore, error, loadMore]);
  return items;
}
