import { Kbd, Modal } from '@mantine/core';
import classes from './help-dialog.module.css';
import { useShortcutGroups } from './shortcuts.ts';

const KEY_NAMES: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'esc',
  Enter: '↵',
};

function keyName(key: string): string {
  const mac = navigator.platform.startsWith('Mac');
  return KEY_NAMES[key] ?? (key === 'mod' ? (mac ? '⌘' : 'ctrl') : key);
}

export function HelpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const groups = useShortcutGroups();
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={420}>
      {groups.map((group) => (
        <section key={group.name} className={classes.group}>
          <h3 className={classes.name}>{group.name}</h3>
          <dl className={classes.list}>
            {group.shortcuts.map((shortcut) => (
              <div key={shortcut.does} className={classes.row}>
                <dt>{shortcut.does}</dt>
                <dd className={classes.keys}>
                  {shortcut.keys.map((keys) => (
                    <span key={keys} className={classes.keys}>
                      {keys.split('+').map((key) => (
                        <Kbd key={key}>{keyName(key)}</Kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
