import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { Scroll } from '../ui/section.tsx';
import { TryQuery } from './try-query.tsx';

export function BrokerQuery() {
  const org = useOrgChoice();
  if (!org) return <PickAnOrg>The offered tools differ between orgs.</PickAnOrg>;
  return (
    <Scroll label="Try a query">
      <TryQuery org={org.slug} />
    </Scroll>
  );
}
