import { CompassDrawing } from '../../ui/drawings.tsx';
import { LinkButton } from '../../ui/links.tsx';
import classes from './landmark.module.css';
import { Landmark } from './landmark.tsx';

export function NotFoundView() {
  return (
    <Landmark>
      <CompassDrawing />
      <h1>Not Found</h1>
      <p className={classes.secondary}>
        Такой страницы нет или она вам недоступна. Проверьте адрес или начните с главной.
      </p>
      <LinkButton to="/">На главную</LinkButton>
    </Landmark>
  );
}
