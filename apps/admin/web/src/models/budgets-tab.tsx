import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { budgetPeriod, consoleBudgets, type ConsoleBudget } from '#contracts';
import { budgetsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import { NumberField } from '../ui/form-fields.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toned } from '../ui/tone.ts';
import { budgetConsequence, budgetProblems, budgetRule, budgetSpent } from './budget-labels.ts';
import classes from './models.module.css';

const POLL_MS = 5_000;
type Period = ConsoleBudget['period'];
const NAMES: Record<Period, string> = { day: 'A day', month: 'A month' };

export function BudgetsTab() {
  const { picked, org } = useOneOrg();
  const [editing, setEditing] = useState<Period | null>(null);
  const may = usePermissions();
  const query = useAnswer(budgetsRequest({ org }), consoleBudgets, { pollMs: POLL_MS, enabled: picked });
  if (!picked) return <PickAnOrg>Budgets belong to one org.</PickAnOrg>;
  if (query.error || !query.data) return <NoAnswer to={query} what="The budgets" />;
  const items = query.data.items;
  const edited = editing && (items.find(({ period }) => period === editing) ?? null);
  return (
    <Scroll label="Budgets">
      <Section
        title="Budgets"
        hint="Each call reserves its maximum cost first and is charged its actual cost afterwards. Days are in the org’s time zone."
      >
        <div className={classes.split}>
          {budgetPeriod.options.map((period) => (
            <Budget
              key={period}
              period={period}
              budget={items.find((one) => one.period === period)}
              onEdit={may.admin ? () => setEditing(period) : undefined}
            />
          ))}
        </div>
      </Section>
      {editing && (
        <BudgetDialog period={editing} budget={edited} org={org} onClose={() => setEditing(null)} />
      )}
    </Scroll>
  );
}

interface BudgetProps {
  period: Period;
  budget: ConsoleBudget | undefined;
  onEdit: (() => void) | undefined;
}

function Budget({ period, budget, onEdit }: BudgetProps) {
  const used = budget ? budget.spentUsd + budget.reservedUsd : 0;
  const tone = toneOf(budget);
  return (
    <div className={classes.budget} role="group" aria-label={NAMES[period]}>
      <div className={classes.budgetHead}>
        <Box component="span" fw={600}>
          {NAMES[period]}
        </Box>
        {tone && (
          <StatusBadge
            tone={tone}
            label={tone === 'red' ? 'Exhausted: turns fail' : 'Cheaper tiers preferred'}
          />
        )}
        {onEdit && (
          <Button variant="default" onClick={onEdit}>
            {budget ? 'Change' : 'Set a budget'}
          </Button>
        )}
      </div>
      {budget && (budget.hardUsd !== null || budget.softUsd !== null) ? (
        <>
          {budget.hardUsd !== null && (
            <div className={classes.track} aria-hidden="true">
              <span
                className={classes.used}
                style={{
                  ...toned(tone ?? 'accent'),
                  width: `${Math.min(100, (used / (budget.hardUsd || 1)) * 100)}%`,
                }}
              />
              {budget.softUsd !== null && (
                <span
                  className={classes.soft}
                  style={{ left: `${(budget.softUsd / (budget.hardUsd || 1)) * 100}%` }}
                />
              )}
            </div>
          )}
          <div className="figures">{budgetSpent(budget)}</div>
          <div className="muted">{budgetRule(budget)}</div>
        </>
      ) : (
        <div className="muted">No limit.</div>
      )}
    </div>
  );
}

function toneOf(budget: ConsoleBudget | undefined): 'amber' | 'red' | undefined {
  if (!budget) return undefined;
  if (budget.hardUsd !== null && budget.spentUsd >= budget.hardUsd) return 'red';
  return budget.softUsd !== null && budget.spentUsd >= budget.softUsd ? 'amber' : undefined;
}

interface BudgetDialogProps {
  period: Period;
  budget: ConsoleBudget | null;
  org: string | undefined;
  onClose: () => void;
}

function BudgetDialog({ period, budget, org, onClose }: BudgetDialogProps) {
  const [soft, setSoft] = useState<Written>(budget?.softUsd ?? '');
  const [hard, setHard] = useState<Written>(budget?.hardUsd ?? '');
  const limits = { softUsd: usdOf(soft), hardUsd: usdOf(hard) };
  const problems = budgetProblems(limits);
  const misfit = problems.soft !== undefined || problems.hard !== undefined;
  return (
    <ChangeDialog
      opened
      onClose={onClose}
      title={`Budget: ${NAMES[period].toLowerCase()}`}
      confirm="Set budget"
      change={{
        request: (reason) => ({
          method: 'PUT',
          path: `/admin/budgets/${period}`,
          query: { org },
          body: { ...limits, reason },
        }),
        invalidates: ['models', 'overview'],
        done: () => 'Budget set. It applies within 2 s',
      }}
      incomplete={misfit}
      withReason
    >
      <div className={classes.form}>
        <UsdInput
          name="softUsd"
          label="Warning threshold: prefer cheaper tiers from"
          value={soft}
          error={problems.soft}
          onChange={setSoft}
        />
        <UsdInput name="hardUsd" label="Hard limit" value={hard} error={problems.hard} onChange={setHard} />
      </div>
      {!misfit && budgetConsequence(limits, budget, period)}
    </ChangeDialog>
  );
}

/** Value of a field: text until it is a number. */
type Written = number | string;

function usdOf(written: Written): number | null {
  return written === '' ? null : Number(written);
}

interface UsdInputProps {
  name: string;
  label: string;
  value: Written;
  error: string | undefined;
  onChange: (written: Written) => void;
}

/** Keeps invalid input as written, since a field that corrects itself hides the mistake. */
function UsdInput(props: UsdInputProps) {
  return (
    <NumberField {...props} prefix="$" thousandSeparator min={0} clampBehavior="none" decimalScale={6} />
  );
}
