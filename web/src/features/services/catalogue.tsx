import type { CatalogueService, CatalogueTariff, Subscription } from '@kazna/contract/cabinet/services';
import { formatMoney, groupThousands } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { daysText, lowerFirst, perPeriod, perUnit, trialText } from '../../parts/tariff-texts.ts';
import { usagePriceTexts } from '../../parts/usage-price-texts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import classes from './catalogue.module.css';

interface CatalogueProps {
  services: readonly CatalogueService[];
  subscriptions: readonly Subscription[];
  /** Whether there are buttons, and whether they work. */
  mayConnect: boolean;
  canConnect: boolean;
}

export function Catalogue({ services, subscriptions, ...rights }: CatalogueProps) {
  const offered = services.filter(({ tariffs }) => tariffs.length > 0);
  if (offered.length === 0) return <p className={classes.nothing}>Сейчас подключить больше нечего.</p>;
  const connected = new Set(subscriptions.filter(({ status }) => status !== 'ended').map(({ tariff }) => tariff.id));
  const groups = groupsOf(offered);
  return (
    <div className={classes.groups}>
      {groups.map(([group, ofGroup]) => (
        <div key={group} className={classes.group}>
          {(group || groups.length > 1) && <h3 className={classes.groupTitle}>{group || 'Другие'}</h3>}
          {ofGroup.map((service) => (
            <Service key={service.id} service={service} connected={connected} {...rights} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Groups in the order of their first services; those without a group come last. */
export function groupsOf(services: readonly CatalogueService[]): [group: string, services: CatalogueService[]][] {
  const groups = Object.groupBy(services, ({ group }) => group ?? '') as Record<string, CatalogueService[]>;
  return Object.entries(groups).sort(([a], [b]) => Number(a === '') - Number(b === ''));
}

interface ServiceProps extends Pick<CatalogueProps, 'mayConnect' | 'canConnect'> {
  service: CatalogueService;
  connected: ReadonlySet<string>;
}

function Service({ service, connected, ...rights }: ServiceProps) {
  const { id, name, description, tariffs } = service;
  return (
    <article className={classes.service} aria-labelledby={`service-${id}`}>
      <header className={classes.head}>
        <Avatar id={id} name={name} size={40} />
        <h4 id={`service-${id}`}>{name}</h4>
      </header>
      {description && (
        <div className={classes.description}>
          <Markdown source={description} headingOffset={1} />
        </div>
      )}
      <ul className={classes.tariffs}>
        {tariffs.map((tariff) => (
          <Tariff
            key={tariff.id}
            tariff={tariff}
            service={service}
            isConnected={connected.has(tariff.id)}
            {...rights}
          />
        ))}
      </ul>
    </article>
  );
}

interface TariffProps extends Pick<CatalogueProps, 'mayConnect' | 'canConnect'> {
  tariff: CatalogueTariff;
  service: CatalogueService;
  isConnected: boolean;
}

function Tariff({ tariff, service, isConnected, mayConnect, canConnect }: TariffProps) {
  const action = isConnected ? 'Подключить ещё' : 'Подключить';
  const label = `${action}: ${service.name}, ${tariff.name}`;
  return (
    <li className={classes.tariff}>
      <p className={classes.name}>
        {tariff.name}
        {isConnected && <span className={classes.connected}>Подключён</span>}
      </p>
      <TariffPrice tariff={tariff} />
      <Terms tariff={tariff} unit={service.unit} />
      {mayConnect &&
        (canConnect ? (
          <LinkButton
            to="/services/connect/$tariffId"
            params={{ tariffId: tariff.id }}
            aria-label={label}
            variant={isConnected ? 'default' : 'light'}
          >
            {action}
          </LinkButton>
        ) : (
          <Button disabled aria-label={label}>
            {action}
          </Button>
        ))}
    </li>
  );
}

/** The organization's own price, with the usual one struck through beside it. */
export function TariffPrice({ tariff: { priceMinor, currency, period, discount } }: { tariff: CatalogueTariff }) {
  const price = discount?.priceMinor ?? priceMinor;
  const textOf = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return (
    <p>
      <span className={classes.sum}>{price === 0 ? 'Бесплатно' : textOf(price)}</span>
      {price > 0 && <span className={classes.period}> {perPeriod(period)}</span>}
      {discount && (
        <span className={classes.discount}>
          <span className={hidden.hidden}>Обычная цена </span>
          <s>{textOf(priceMinor)}</s> {lowerFirst(discount.label)}
        </span>
      )}
    </p>
  );
}

export function Terms({ tariff, unit }: { tariff: CatalogueTariff; unit: string }) {
  return (
    <ul className={classes.terms}>
      {termsOf(tariff, unit).map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ul>
  );
}

/** Facts worth knowing before connecting, in short lines. */
export function termsOf(tariff: CatalogueTariff, unit: string): string[] {
  const { hasTrial, trialDays, setupFeeMinor, currency, maxQuantity, graceDays, mayPause } = tariff;
  const terms = [
    hasTrial && trialDays > 0 && `Сначала ${trialText(trialDays)}`,
    setupFeeMinor > 0 && `Подключение ${formatMoney({ amountMinor: setupFeeMinor, currency })}, один раз`,
    ...usagePriceTexts(tariff, tariff.meterNames),
    maxQuantity > 1 && `Цена ${perUnit(unit)}, до ${groupThousands(maxQuantity)}`,
    graceDays > 0 && `Работает ещё ${daysText(graceDays)}, если денег не хватит`,
    mayPause && 'Можно поставить на паузу',
  ];
  return terms.filter((term) => term !== false);
}
