import { useLegalDrawer } from '../../parts/legal/use-legal-drawer.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark, BrandName } from '../../ui/brand.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import classes from './landing-page.module.css';

const purposes = [
  [
    'Баланс и платежи',
    'Пополняйте картой, через СБП или по счёту. Деньги придут один раз, даже если страницу закрыли.',
  ],
  [
    'Счета и закрывающие документы',
    'Счета, акты, УПД и акты сверки в PDF и для ЭДО. Бухгалтер получает их каждый месяц.',
  ],
  ['Услуги и расходы', 'Подключайте услуги и меняйте тарифы сами. Видно, на что ушли деньги и на сколько их хватит.'],
  [
    'Каждому свои права',
    'У владельца, администратора, бухгалтера и участника свой вход, а журнал помнит, кто что сделал.',
  ],
  ['Поиск и выгрузка', 'Нашли нужные операции — отправьте коллеге ссылку на них или выгрузите в таблицу.'],
  ['API', 'Ваши программы списывают деньги, узнают баланс и получают события без участия людей.'],
] as const;

export function LandingPage() {
  const { drawer, openButton } = useLegalDrawer();
  return (
    <div className={classes.landing}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <BrandMark />
          <BrandName />
        </span>
        <ThemeToggle />
      </header>
      <main>
        <section className={classes.hero}>
          <div>
            <h1 className={classes.title}>Кабинет, в котором деньги организации на виду</h1>
            <p className={classes.lead}>
              Баланс, платежи, услуги и документы собраны в одном месте. Бухгалтеру не нужен чужой пароль, а
              руководителю не нужно спрашивать, дошли ли деньги.
            </p>
            <div className={classes.actions}>
              <LinkButton to="/auth" search={{ mode: 'register' }} variant="filled">
                Зарегистрироваться
              </LinkButton>
              <span>
                Уже есть кабинет?{' '}
                <LinkAnchor to="/auth" search={{ mode: 'signin' }} underline="always">
                  Войти
                </LinkAnchor>
              </span>
            </div>
          </div>
          <ProductPicture />
        </section>
        <section className={classes.purposes} aria-labelledby="purposes">
          <h2 id="purposes">Для чего нужен кабинет</h2>
          <ul>
            {purposes.map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className={classes.footer}>
        <span>
          <BrandName />, личный кабинет организации
        </span>
        <nav aria-label="Ссылки внизу страницы">
          <LinkAnchor to="/auth" search={{ mode: 'signin' }}>
            Вход
          </LinkAnchor>
          <LinkAnchor to="/auth" search={{ mode: 'register' }}>
            Регистрация
          </LinkAnchor>
          {openButton('offer', 'Оферта')}
          {openButton('privacy', 'Обработка данных')}
          {openButton('contacts', 'Контакты')}
        </nav>
      </footer>
      {drawer}
    </div>
  );
}
