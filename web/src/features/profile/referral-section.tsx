import type { Profile } from '@kazna/contract/cabinet/profile';
import { referralLinkOf } from '../../queries/profile.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { ReferralFigures } from './referral-figures.tsx';
import classes from './referral-section.module.css';
import { Section } from './section.tsx';

export function ReferralSection({ profile }: { profile: Profile | undefined }) {
  return (
    <Section id="referral" explanation="Отправьте её тому, кому пригодится кабинет. Код подставится сам.">
      <div className={classes.fields}>
        <CopyField
          label="Ссылка для приглашения"
          text={profile && referralLinkOf(profile)}
          button="Скопировать ссылку"
          copied="Ссылка скопирована"
        />
        <CopyField
          label="Реферальный код"
          text={profile?.referralCode}
          button="Скопировать код"
          copied="Код скопирован"
        />
      </div>
      <ReferralFigures />
    </Section>
  );
}
