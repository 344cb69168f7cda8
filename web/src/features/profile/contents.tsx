import { sections } from '../../shell/profile-sections.ts';
import classes from './contents.module.css';

export function Contents() {
  return (
    <nav className={classes.contents} aria-label="Разделы профиля">
      <ul>
        {Object.entries(sections).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
