import classes from './avatar.module.css';
import { hueOf, initialsOf } from './initials.ts';

interface AvatarProps {
  /** Chooses the colour, so that a thing keeps it when it is renamed. */
  id: string;
  name: string;
  size?: number;
  /** People are round, organizations are not. */
  isRound?: boolean;
}

export function Avatar({ id, name, size = 32, isRound = false }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes.avatar}
      data-hue={hueOf(id)}
      data-round={isRound || undefined}
      style={{ width: size, height: size }}
    >
      {initialsOf(name)}
    </span>
  );
}
