import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ConsoleOverview, OverviewAlertKind } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { counted } from '../ui/format.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Section } from '../ui/section.tsx';
import { toned } from '../ui/tone.ts';
import classes from './overview.module.css';

type Alert = ConsoleOverview['alerts'][number];

interface Look {
  says: (alert: Alert) => string;
  /** Page that deals with the alert. */
  to: string;
  search?: Record<string, string>;
  tone: 'red' | 'amber';
}

const INBOX = '/inbox';

const LOOKS: Record<OverviewAlertKind, Look> = {
  flag_fallback: {
    says: ({ subject, count }) =>
      `The safeguard reset ${subject}${count > 1 ? ` ${count} times` : ''} in the last 24 h`,
    to: '/flags',
    tone: 'red',
  },
  provider_key_removed: {
    says: ({ subject, count }) =>
      `${counted(count, 'key')} of ${subject} refused by the provider and disabled`,
    to: '/models',
    search: { tab: 'keys' },
    tone: 'red',
  },
  circuit_open: {
    says: ({ subject, count }) =>
      `Circuit of ${subject} is open in ${counted(count, 'process', 'processes')}`,
    to: '/models',
    search: { tab: 'circuits' },
    tone: 'red',
  },
  model_unknown: {
    says: ({ subject }) => `The provider does not know the model ${subject}. Other models are used`,
    to: '/models',
    search: { tab: 'registry' },
    tone: 'amber',
  },
  budget_hard: {
    says: ({ subject }) => `The ${subject} budget is exhausted: turns fail`,
    to: '/models',
    search: { tab: 'budgets' },
    tone: 'red',
  },
  budget_soft: {
    says: ({ subject }) => `The ${subject} budget is past its warning threshold: cheaper tiers are preferred`,
    to: '/models',
    search: { tab: 'budgets' },
    tone: 'amber',
  },
  mcp_server_away: {
    says: ({ subject }) => `MCP server ${subject} is unreachable`,
    to: '/mcp-servers',
    tone: 'amber',
  },
  failed_turns: {
    says: ({ count }) => `${counted(count, 'turn')} failed in the last hour`,
    to: '/turns',
    search: { state: 'failed' },
    tone: 'red',
  },
  approvals: {
    says: ({ count }) => `${counted(count, 'call awaits', 'calls await')} approval`,
    to: INBOX,
    search: { tab: 'approval' },
    tone: 'amber',
  },
  unknown_outcomes: {
    says: ({ count }) => `${counted(count, 'call')} with an unknown outcome`,
    to: INBOX,
    search: { tab: 'effect' },
    tone: 'red',
  },
  changed_definitions: {
    says: ({ count }) => `${counted(count, 'changed tool')} held back`,
    to: INBOX,
    search: { tab: 'definition' },
    tone: 'amber',
  },
  failed_webhooks: {
    says: ({ count }) => `${counted(count, 'webhook')} failed in the last 24 h`,
    to: INBOX,
    search: { tab: 'webhook' },
    tone: 'amber',
  },
};

export function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <Section title="Alerts">
      {alerts.length === 0 ? (
        <p className={classes.calm}>
          <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" /> No alerts.
        </p>
      ) : (
        <ul className={classes.alerts} aria-label="Alerts">
          {alerts.map((alert) => (
            <AlertRow key={`${alert.kind}${alert.subject}${alert.org}`} alert={alert} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  const may = usePermissions();
  const look = LOOKS[alert.kind];
  const AlertIcon = look.tone === 'red' ? IconAlertTriangle : IconInfoCircle;
  const flag = alert.kind === 'flag_fallback' && alert.subject ? `/${alert.subject}` : '';
  const text = (
    <>
      <AlertIcon size={15} stroke={1.8} aria-hidden="true" />
      <span>{look.says(alert)}</span>
      {alert.org && <span className="muted">{alert.org}</span>}
      <span className="end muted small">
        {look.to === INBOX && alert.count > 1 && 'oldest '}
        <RelativeTime at={alert.at} />
      </span>
    </>
  );
  // Viewers without an inbox see the alert without its link.
  if (look.to === INBOX && !may.work)
    return (
      <li className={classes.alert} style={toned(look.tone)}>
        {text}
      </li>
    );
  return (
    <li>
      <Link
        to={`${look.to}${flag}`}
        search={(current: { org?: string }) => ({
          org: alert.org ?? current.org,
          ...look.search,
          ...(alert.kind === 'model_unknown' && alert.subject ? { selected: alert.subject } : {}),
        })}
        className={classes.alert}
        style={toned(look.tone)}
      >
        {text}
      </Link>
    </li>
  );
}
