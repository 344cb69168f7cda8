import { useLegalDrawer } from '../../parts/legal/use-legal-drawer.tsx';
import { CheckboxField } from '../../ui/forms/fields.tsx';
import classes from './consents.module.css';

type Box = (
  name: 'acceptOffer' | 'acceptPersonalData' | 'acceptAdvertising',
) => Omit<Parameters<typeof CheckboxField>[0], 'label'>;

export function ConsentFields({ box }: { box: Box }) {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.consents}>
      <div className={classes.consent}>
        <CheckboxField label="Принимаю условия оферты" {...box('acceptOffer')} required />
        {openButton('offer', 'Текст оферты')}
      </div>
      <div className={classes.consent}>
        <CheckboxField label="Согласен на обработку персональных данных" {...box('acceptPersonalData')} required />
        {openButton('personal-data', 'Текст согласия')}
      </div>
      <div className={classes.consent}>
        <CheckboxField label="Хочу получать рекламу. Можно отказаться" {...box('acceptAdvertising')} />
        {openButton('advertising', 'Текст согласия на рекламу')}
      </div>
      {drawer}
    </div>
  );
}
