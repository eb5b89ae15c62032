import { Box, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { artifactContentView, artifactVersionPage } from '#contracts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { Facts } from '../ui/facts.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { WrittenLines } from '../ui/written-text.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import classes from './conversations.module.css';
import { TurnLink } from '../ui/entity-links.tsx';

/** One version of an artifact and its changes. Polls, so that a new summary appears. */
export function ArtifactView({ kind, conversationId }: { kind: string; conversationId: string }) {
  const path = `/admin/conversations/${conversationId}/artifacts/${kind}`;
  const [version, setVersion] = useState<string | null>(null);
  const [against, setAgainst] = useState<string | null>(null);
  const versions = useAnswer({ key: 'artifact-versions', path: `${path}/versions` }, artifactVersionPage, {
    pollMs: POLL_INTERVAL_MS,
  });
  const current = useArtifact(path, version, version === null);
  const other = useArtifact(path, against, false, against !== null);
  if (!current.data) return <NoAnswer to={current} what="The artifact" />;
  const known = versions.data?.items.map((one) => String(one.version)) ?? [];
  return (
    <>
      <Group gap={8} mb={10} align="stretch" wrap="nowrap">
        <Select
          label="Version"
          data={known.map((one, index) => ({ value: one, label: index === 0 ? `${one}, current` : one }))}
          value={version ?? String(current.data.version)}
          onChange={(next) => setVersion(next === known[0] ? null : next)}
        />
        <Select
          label="Compared with"
          placeholder="nothing"
          allowDeselect
          clearable
          data={known.filter((one) => one !== String(current.data.version))}
          value={against}
          onChange={setAgainst}
        />
      </Group>
      <Facts
        facts={{
          Written: <RelativeTime at={current.data.createdAt} />,
          By: current.data.author.agent ?? current.data.author.kind,
          Merge: current.data.strategy,
          Lines: `+${current.data.change.added} −${current.data.change.removed}`,
          In: current.data.turnId && <TurnLink turnId={current.data.turnId}>a turn</TurnLink>,
        }}
      />
      {current.data.warnings.map((warning) => (
        <Box component="p" key={warning} m="8px 0 0" c="var(--tp-amber)">
          {warning}
        </Box>
      ))}
      <h3 className={classes.title}>{current.data.title}</h3>
      {against !== null && other.data ? (
        <DifferenceView label={current.data.title} before={other.data.content} after={current.data.content} />
      ) : typeof current.data.content === 'string' ? (
        <div className={classes.content}>
          <WrittenLines text={current.data.content} />
        </div>
      ) : (
        <JsonView value={current.data.content} label={current.data.title} />
      )}
    </>
  );
}

function useArtifact(path: string, version: string | null, live: boolean, enabled = true) {
  return useAnswer<typeof artifactContentView>(
    { key: 'artifact', path, query: { version: version ?? undefined } },
    artifactContentView,
    { pollMs: live ? POLL_INTERVAL_MS : false, enabled },
  );
}
