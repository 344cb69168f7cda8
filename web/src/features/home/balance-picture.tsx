import { CheckIcon, InfoIcon, PeopleIcon } from '../../ui/icons.tsx';
import classes from './balance-picture.module.css';

export function BalancePicture() {
  return (
    <div className={classes.picture} aria-hidden="true">
      <div className={classes.balance}>
        <span className={classes.caption}>Баланс организации</span>
        <span className={classes.amount}>
          <span className={classes.digits} />
          <span className={classes.digits} />
          <span className={classes.digits} />₽
        </span>
        <svg aria-hidden="true" className={classes.line} viewBox="0 0 320 72" fill="none" preserveAspectRatio="none">
          <path className={classes.area} d="M0 60 40 52 80 55 120 36 160 40 200 24 240 28 280 12 320 8V72H0Z" />
          <path className={classes.stroke} d="M0 60 40 52 80 55 120 36 160 40 200 24 240 28 280 12 320 8" />
        </svg>
      </div>
      <div className={classes.rows}>
        <div className={classes.row} data-status="succeeded">
          <span className={classes.bar} />
          <span className={classes.status}>
            <CheckIcon size={16} />
            Зачислено
          </span>
        </div>
        <div className={classes.row} data-status="pending">
          <span className={classes.bar} />
          <span className={classes.status}>
            <InfoIcon size={16} />
            Ожидает
          </span>
        </div>
        <div className={classes.row} data-status="succeeded">
          <span className={classes.bar} />
          <span className={classes.status}>
            <CheckIcon size={16} />
            Зачислено
          </span>
        </div>
      </div>
      <div className={classes.people}>
        <PeopleIcon />
        Владелец, бухгалтер, участники
      </div>
    </div>
  );
}
