import { Switch } from '@mantine/core';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { useMay } from '../session/use-may.ts';
import { NotAllowed, PickAnOrg } from '../ui/not-allowed.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Lane } from './lane.tsx';
import classes from './playground.module.css';

/** Sends a message and watches its turn as it runs; beside it, the same in another setting. */
export function PlaygroundPage() {
  const may = useMay();
  const org = useOrgChoice();
  const { search, change } = usePageSearch<'beside'>();
  const beside = search.beside === 'yes';
  if (!may.work)
    return (
      <Page title="Playground">
        <NotAllowed what="Messages" who="people who work in an org" />
      </Page>
    );
  return (
    <Page
      title="Playground"
      actions={
        org && (
          <Switch
            size="xs"
            label="Two side by side"
            checked={beside}
            onChange={(event) => change({ beside: event.currentTarget.checked ? 'yes' : undefined })}
          />
        )
      }
    >
      {org ? (
        <div key={org.slug} className={classes.lanes} data-beside={beside || undefined}>
          <Lane name="First" org={org.slug} />
          {beside && <Lane name="Second" org={org.slug} />}
        </div>
      ) : (
        <PickAnOrg>A message belongs to one org.</PickAnOrg>
      )}
    </Page>
  );
}
