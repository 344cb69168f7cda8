import { type Business, type Signer, signerPowers } from '@kazna/contract/admin/business';
import { GroupedNumber } from '../../ui/grouped-number.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './business.module.css';
import { describePeriods } from './tax-fields.tsx';

export function BusinessFacts({ business }: { business: Business }) {
  const { kind, name, inn, kpp, ogrn, address, phone, director, accountantName, invoicePrefix, invoiceDays } = business;
  const { edo, signer } = business;
  const isCompany = kind === 'company';
  return (
    <div className={classes.facts}>
      <Card title={isCompany ? 'Компания' : 'Предприниматель'}>
        <Facts
          facts={[
            ['Название', name],
            ['ИНН', inn],
            ['КПП', kpp],
            [isCompany ? 'ОГРН' : 'ОГРНИП', ogrn],
            ['Адрес', address],
            ['Телефон', phone],
            ['Короткое название', business.shortName],
            ['Цвет', business.color],
          ]}
        />
      </Card>
      <Card title="Банковские счета">
        <BankAccounts accounts={business.bankAccounts} />
      </Card>
      <Card title="Налоги">
        <Facts facts={describePeriods(business.taxPeriods).map(({ text, when }) => [capitalized(when), text])} />
      </Card>
      <Card title="Подписи и номера">
        <Facts
          facts={[
            [director.title, director.name],
            ['Бухгалтер', accountantName ?? 'Не указан'],
            ['Номера счетов', `${invoicePrefix}-000001, ${invoicePrefix}-000002 и так далее`],
            ['Дней на оплату', String(invoiceDays)],
          ]}
        />
      </Card>
      <Card title="Электронный документооборот">
        <Facts
          facts={[
            ['Идентификатор ЭДО', edo ?? 'Не указан'],
            ['Подписант', signer ? signerText(signer) : 'Не указан'],
          ]}
        />
      </Card>
    </div>
  );
}

function signerText({ title, surname, firstName, patronymic, powers }: Signer): string {
  const name = [surname, firstName, patronymic].filter(Boolean).join(' ');
  const number = powers.kind === 'signature' ? '' : ` №\u00a0${powers.number}`;
  return `${name}, ${title}. ${signerPowers[powers.kind]}${number}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function BankAccounts({ accounts }: { accounts: Business['bankAccounts'] }) {
  return (
    <div className={classes.accounts}>
      {accounts.map(({ bankName, bank }, at) => (
        <div key={`${bank.bik} ${bank.account}`}>
          <h3>
            {bankName}
            {at === 0 && <span className={classes.note}>для новых счетов</span>}
          </h3>
          <Facts
            facts={[
              ['БИК', bank.bik],
              ['Расчётный счёт', <GroupedNumber key="account" text={bank.account} />],
              [
                'Корреспондентский счёт',
                bank.correspondentAccount && <GroupedNumber key="correspondent" text={bank.correspondentAccount} />,
              ],
            ]}
          />
        </div>
      ))}
    </div>
  );
}
