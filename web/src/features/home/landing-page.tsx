import { ProductPicture } from '../../parts/product-picture.tsx';
import { ThemeToggle } from '../../theme/theme-toggle.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import classes from './landing-page.module.css';

const purposes = [
  [
    'Один счёт, несколько человек',
    'Владелец, администратор, бухгалтер и участник: у каждого свой вход и ровно те права, которые нужны.',
  ],
  [
    'Предоплаченный баланс',
    'Деньги лежат на счёте организации. Пополнение зачисляется один раз, даже если страницу закрыли на полпути.',
  ],
  [
    'Честный результат платежа',
    'Страница результата показывает то, что подтвердил сервер, а не то, что написано в адресной строке.',
  ],
  [
    'Фильтры и выгрузка',
    'Фильтры живут в адресе страницы: их можно переслать коллеге и выгрузить ровно то, что нашлось.',
  ],
  ['Журнал действий', 'Кто пригласил, кто вернул деньги, кто сменил реквизиты: видно, что сделано, когда и откуда.'],
  ['Вход без обрывов', 'Сколько вкладок ни открыто, сеанс один. Вошли в одной — вошли во всех, вышли — вышли везде.'],
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
            Всё это уже работает: пополнение картой и через СБП, возвраты, участники и роли, дашборд с движением денег и
            выгрузка платежей.
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
