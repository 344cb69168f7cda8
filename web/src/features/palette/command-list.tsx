import type { Ref } from 'react';
import { keysOf } from '../../shell/shortcuts.ts';
import {
  BriefcaseIcon,
  BuildingIcon,
  ChevronIcon,
  DocumentIcon,
  PeopleIcon,
  type PlusIcon,
  WalletIcon,
} from '../../ui/icons.tsx';
import { InfoIcon } from '../../ui/visitor-icons.tsx';
import classes from './command-palette.module.css';
import type { Command, CommandGroup } from './commands.ts';

const icons: Record<CommandGroup, typeof PlusIcon> = {
  Действия: ChevronIcon,
  Страницы: DocumentIcon,
  Организации: BuildingIcon,
  Платежи: WalletIcon,
  Документы: DocumentIcon,
  Услуги: BriefcaseIcon,
  Участники: PeopleIcon,
  Справка: InfoIcon,
  Люди: PeopleIcon,
  Клиенты: BuildingIcon,
  'Платежи клиентов': WalletIcon,
  'Счета клиентов': DocumentIcon,
};

interface CommandListProps {
  ref: Ref<HTMLDivElement>;
  id: string;
  commands: readonly Command[];
  current: Command | undefined;
  optionId: (command: Command) => string;
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
}

export function CommandList({ ref, id, commands, current, optionId, onPoint, onChoose }: CommandListProps) {
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <div ref={ref} id={id} role="listbox" aria-label="Найденное" tabIndex={-1} className={classes.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of a form's fields
        <div key={group} role="group" aria-label={group}>
          <div className={classes.group} aria-hidden="true">
            {group}
          </div>
          {commands
            .filter((command) => command.group === group)
            .map((command) => (
              <Option
                key={command.id}
                id={optionId(command)}
                command={command}
                isCurrent={command === current}
                onPoint={() => onPoint(command)}
                onChoose={() => onChoose(command)}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  isCurrent: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, command: { id: commandId, group, title, about }, isCurrent, onPoint, onChoose }: OptionProps) {
  const Icon = icons[group];
  const keys = keysOf(commandId);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the field that keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      className={classes.option}
      onPointerMove={() => isCurrent || onPoint()}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon />
      <span className={classes.title}>{title}</span>
      {about && <span className={classes.about}>{about}</span>}
      {keys && <kbd className={classes.key}>{keys}</kbd>}
    </div>
  );
}
