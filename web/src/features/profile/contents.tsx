import { sections } from '../../shell/profile-sections.ts';
import classes from './contents.module.css';

/** Plain addresses of the page's parts: the browser scrolls there and reads on from there. */
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
