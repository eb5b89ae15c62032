import type { ConsoleModel } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { formatDuration } from '../ui/format.ts';
import classes from './registry.module.css';

interface ModelCooldownProps {
  model: ConsoleModel;
  cooldown: NonNullable<ConsoleModel['cooldown']>;
  org: string | undefined;
}

export function ModelCooldown({ model: { name, provider }, cooldown, org }: ModelCooldownProps) {
  const may = usePermissions();
  const whose = cooldown.here ? '' : ' with the keys of the deployment';
  return (
    <div className={classes.cooldown}>
      <p>
        {provider} answered{whose} that this model does not exist. Other models are used for another{' '}
        {formatDuration(cooldown.forMs)}, then it is tried again. Check the model name and whether the key may
        use it.
      </p>
      {may.admin && cooldown.here && (
        <ChangeButton
          label="End cooldown"
          title={`End the cooldown of ${name}?`}
          confirm="End cooldown"
          change={{
            request: () => ({
              method: 'POST',
              path: '/admin/models/put-back',
              query: { org },
              body: { provider, model: name },
            }),
            invalidates: ['models', 'overview'],
            done: () => `Cooldown of ${name} ended. It applies to every worker within 2 s`,
          }}
        >
          <p>
            The router can choose the model from the next turn. If the provider still does not know it, each
            attempt costs one failed call and a new cooldown starts.
          </p>
        </ChangeButton>
      )}
    </div>
  );
}
