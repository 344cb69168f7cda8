import { useThemeMode } from '../theme/use-theme-mode.ts';
import menu from './person-menu.module.css';

const choices = [
  ['light', 'Светлая'],
  ['dark', 'Тёмная'],
  ['auto', 'Системная'],
] as const;

export function ThemeChoice() {
  const { chosen, choose, toggle } = useThemeMode();
  return (
    <div className={menu.theme}>
      <button type="button" className={menu.item} onClick={toggle}>
        Сменить тему
      </button>
      <fieldset className={menu.choices} aria-label="Тема">
        {choices.map(([value, label]) => (
          <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
            {label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
