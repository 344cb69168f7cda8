import { BoxField } from '../../ui/forms/fields.tsx';
import classes from './consents.module.css';
import { useLegalDrawer } from './legal-drawer-loader.tsx';

type Box = (name: 'acceptOffer' | 'acceptPersonalData') => Omit<Parameters<typeof BoxField>[0], 'label'>;

export function ConsentFields({ box }: { box: Box }) {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.consents}>
      <div className={classes.consent}>
        <BoxField label="Принимаю условия оферты" {...box('acceptOffer')} required />
        {openButton('offer', 'Текст оферты')}
      </div>
      <div className={classes.consent}>
        <BoxField label="Согласен на обработку персональных данных" {...box('acceptPersonalData')} required />
        {openButton('personal-data', 'Текст согласия')}
      </div>
      {drawer}
    </div>
  );
}
