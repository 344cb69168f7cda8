import { ProductPicture } from '../../parts/product-picture.tsx';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import classes from './landing-page.module.css';

const purposes = [
  [
    'Один счёт, несколько человек',
    'У владельца, администратора, бухгалтера и участника свой вход и ровно те права, которые нужны.',
  ],
  [
    'Предоплаченный баланс',
    'Деньги лежат на счёте организации. Пополнение придёт на него один раз, даже если страницу закрыли на полпути.',
  ],
  [
    'Честный ответ об оплате',
    'Казна отметит платёж оплаченным, только когда его подтвердит платёжная система. Зависшие видно сразу.',
  ],
  [
    'Поиск и выгрузка',
    'Нашли нужные платежи — отправьте коллеге ссылку на них или выгрузите в таблицу ровно то, что на экране.',
  ],
  ['Журнал действий', 'Кто пригласил, кто вернул деньги, кто сменил реквизиты: видно, что сделано, когда и откуда.'],
  ['Один вход на все вкладки', 'Вошли в одной вкладке — вошли во всех. Вышли или сменили организацию — тоже во всех.'],
] as const;

export function LandingPage() {
  return (
    <div className={classes.landing}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <BrandMark />
          Казна
        </span>
        <ThemeToggle />
      </header>
      <main>
        <section className={classes.hero}>
          <div>
            <h1 className={classes.title}>Кабинет, в котором деньги организации на виду</h1>
            <p className={classes.lead}>
              Казна собирает в одном месте баланс, платежи и людей, которые с ними работают. Бухгалтеру не нужен чужой
              пароль, а руководителю не нужно спрашивать, дошли ли деньги.
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
          <h2 id="purposes">Для чего нужна Казна</h2>
          <ul>
            {purposes.map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p className={classes.status}>
            Пополнение картой и через СБП, возвраты, участники и роли, график движения денег и выгрузка платежей — всё
            это уже есть.
          </p>
        </section>
      </main>
      <footer className={classes.footer}>
        <span>Казна, личный кабинет организации</span>
        <nav aria-label="Ссылки внизу страницы">
          <LinkAnchor to="/auth" search={{ mode: 'signin' }}>
            Вход
          </LinkAnchor>
          <LinkAnchor to="/auth" search={{ mode: 'register' }}>
            Регистрация
          </LinkAnchor>
          <LinkAnchor to="/auth/recovery">Восстановление пароля</LinkAnchor>
        </nav>
      </footer>
    </div>
  );
}
