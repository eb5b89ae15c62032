import { Box, Kbd, Modal } from '@mantine/core';
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
          <Box component="h3" m="0 0 4px" fz={11} fw={600} className="muted">
            {group.name}
          </Box>
          <Box component="dl" m={0}>
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
          </Box>
        </section>
      ))}
    </Modal>
  );
}
