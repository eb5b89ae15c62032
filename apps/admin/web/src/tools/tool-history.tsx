import type { ReactNode } from 'react';
import type { ToolOverrideVersion } from '#contracts';
import type { ConsoleOrg, ConsoleToolDetail } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { actorOf } from '../audit/audit-labels.ts';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import classes from './tools.module.css';

export function ToolHistory({ tool, org }: { tool: ConsoleToolDetail; org: ConsoleOrg | undefined }) {
  return (
    <>
      {org && tool.org && (
        <Layer name={org.name} slug={org.slug} tool={tool.name} layer={tool.org} editable />
      )}
      <Layer name="The platform" tool={tool.name} layer={tool.platform} editable={!org} />
    </>
  );
}

interface LayerProps {
  name: string;
  /** Slug of the org; absent for the platform. */
  slug?: string;
  tool: string;
  layer: ConsoleToolDetail['platform'];
  editable: boolean;
}

function Layer({ name, slug, tool, layer, editable }: LayerProps) {
  const may = usePermissions();
  const allowed = editable && (slug === undefined ? may.platform : may.admin);
  const reverted = { name, slug, tool, layer };
  return (
    <Section
      title={name}
      hint={layer.version === 0 ? 'No override: the file applies.' : `Version ${layer.version} applies.`}
      actions={
        allowed &&
        layer.version > 0 &&
        Object.keys(layer.override).length > 0 && <Revert {...reverted} toVersion={0} />
      }
    >
      <ol className={classes.history}>
        {layer.history.map((version, index) => (
          <li key={version.version} className={classes.version}>
            <VersionHead version={version} current={version.version === layer.version}>
              {allowed && version.version !== layer.version && (
                <Revert {...reverted} toVersion={version.version} />
              )}
            </VersionHead>
            <DifferenceView
              label={`version ${version.version}`}
              before={layer.history[index + 1]?.override ?? {}}
              after={version.override}
            />
          </li>
        ))}
      </ol>
    </Section>
  );
}

interface RevertProps extends Omit<LayerProps, 'editable'> {
  /** 0 removes the override. */
  toVersion: number;
}

function Revert({ name, slug, tool, layer, toVersion }: RevertProps) {
  const removes = toVersion === 0;
  const target = layer.history.find(({ version }) => version === toVersion);
  return (
    <ChangeButton
      label={removes ? 'Reset to the file…' : 'Restore…'}
      look={removes ? undefined : { size: 'compact-xs' }}
      title={removes ? `Remove the override of ${tool} for ${name}?` : `Restore version ${toVersion}?`}
      confirm={removes ? 'Reset to the file' : 'Restore'}
      withReason
      change={{
        request: (reason) => ({
          method: 'POST',
          path: `/admin/tools/${tool}/revert`,
          query: { org: slug },
          body: { toVersion, seenVersion: layer.version, reason },
        }),
        invalidates: ['tool', 'tools', 'explanation'],
        done: () => (removes ? `${tool} reset to its file` : `${tool} restored to version ${toVersion}`),
      }}
    >
      <p>This creates a new version. All versions stay in the history.</p>
      <DifferenceView label="the override" before={layer.override} after={target?.override ?? {}} />
    </ChangeButton>
  );
}

interface VersionHeadProps {
  version: ToolOverrideVersion;
  current: boolean;
  children: ReactNode;
}

function VersionHead({ version, current, children }: VersionHeadProps) {
  return (
    <header className={classes.versionHead}>
      <b>Version {version.version}</b>
      {current && <StatusBadge tone="green" label="Current" />}
      <span>{version.reason}</span>
      <span className="muted">
        {actorOf(version)}, <RelativeTime at={version.createdAt} />
      </span>
      <span className="end">{children}</span>
    </header>
  );
}
