import { Box, Modal, useMantineColorScheme } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import { useOrgs, useSession, useSignOut } from '../session/use-session.ts';
import classes from './command-palette.module.css';
import { commandsFor, type Command } from './commands.ts';
import { useNames } from './use-names.ts';

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  onHelp: () => void;
}

/** Opens any page, org, tool, flag, contact or turn, and runs commands that have no button. */
export function CommandPalette({ opened, onClose, onHelp }: CommandPaletteProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={520} padding={0} yOffset="12vh">
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label="Command palette">
        {opened && <PaletteList onClose={onClose} onHelp={onHelp} />}
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteList({ onClose, onHelp }: Omit<CommandPaletteProps, 'opened'>) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const listId = useId();
  const session = useSession();
  const orgs = useOrgs();
  const { org } = useSearch({ strict: false });
  const named = useNames(text, org);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const commands = commandsFor(text, {
    session,
    orgs,
    org,
    named,
    navigate,
    setColorScheme,
    signOut: () => signOut.mutate(),
    onHelp,
  });
  const active = Math.min(index, commands.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return run(commands[active]);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setIndex((active + step + commands.length) % Math.max(1, commands.length));
  };

  return (
    <div>
      <input
        className={classes.input}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={commands[active] ? `${listId}-${active}` : undefined}
        aria-label="Command palette"
        placeholder="A page, org, tool, flag, contact, id or words"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
        {commands.map((command, position) => (
          <div
            key={`${command.group} ${command.name}`}
            id={`${listId}-${position}`}
            role="option"
            aria-selected={position === active}
            className={classes.option}
            onMouseMove={() => setIndex(position)}
            onClick={() => run(command)}
          >
            <command.icon size={15} stroke={1.7} />
            <span className="truncate">{command.name}</span>
            <Box component="span" fz={11} className="end muted">
              {command.group}
            </Box>
          </div>
        ))}
      </div>
    </div>
  );
}
