import classes from './avatar.module.css';

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

const legalForms = /^(ООО|ОАО|ПАО|ЗАО|НАО|АО|ИП|АНО|НКО)\s+/u;
const hues = 6;

/** Returns up to two letters: «СВ» of «ООО «Северный ветер»». */
export function initialsOf(name: string): string {
  const words = name.replace(legalForms, '').match(/[\p{L}\d]+/gu) ?? [];
  return words
    .slice(0, 2)
    .map(([first = '']) => first.toUpperCase())
    .join('');
}

/** Returns a number from 0 to 5 that depends on nothing but the id. */
export function hueOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % hues;
}
