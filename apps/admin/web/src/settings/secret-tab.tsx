import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { consoleWebhookSecret, type ConsoleWebhookSecret } from '#contracts';
import { read, withQuery } from '../api/client.ts';
import { ProblemError } from '../api/problem-error.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { CodeHint } from '../ui/code-hint.tsx';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';

/** The secret that signs the org's webhooks. It is fetched on click, because viewing it is audited. */
export function SecretTab() {
  const { picked, org } = useOneOrg();
  if (!picked) return <PickAnOrg>A webhook secret belongs to one org.</PickAnOrg>;
  return <Secret key={org} org={org} />;
}

function Secret({ org }: { org: string | undefined }) {
  const [secret, setSecret] = useState<ConsoleWebhookSecret | null>(null);
  const [error, setError] = useState<string | null>(null);
  const show = async () => {
    try {
      setError(null);
      setSecret(await read(withQuery('/admin/webhooks/secret', { org }), consoleWebhookSecret));
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem;
      setError(problem.message);
    }
  };
  return (
    <Scroll label="Webhook secret">
      <Section
        title="Webhook secret"
        hint="Receivers use it to verify the webhook-signature header (Standard Webhooks). Viewing it is recorded in the audit log."
      >
        <Stack gap={14}>
          {secret && <CodeHint code={secret.secret} label="Webhook secret" />}
          {secret?.previousUntil && (
            <p className="muted">
              The previous secret also signs until <RelativeTime at={secret.previousUntil} />.
            </p>
          )}
          <div role="alert">{error}</div>
          <Group gap={8}>
            {!secret && (
              <Button variant="default" onClick={() => void show()}>
                Show secret
              </Button>
            )}
            <ChangeButton
              label="Rotate secret"
              title="Rotate the webhook secret?"
              confirm="Rotate secret"
              destructive
              change={{
                request: () => ({ method: 'POST', path: '/admin/webhooks/secret/rotate', query: { org } }),
                invalidates: [],
                done: () => 'The new secret is active. The old one also signs for 24 h',
                onSuccess: (answer) => setSecret(consoleWebhookSecret.parse(answer)),
              }}
            >
              For 24 hours webhooks carry two signatures, one per secret. Update every receiver within that
              time. Afterwards only the new secret signs.
            </ChangeButton>
          </Group>
        </Stack>
      </Section>
    </Scroll>
  );
}
