import { randomUUID } from 'node:crypto';
import { createDiscount } from '@kazna/contract/admin/subscriptions';
import { getPromisedPayment, takePromisedPayment } from '@kazna/contract/cabinet/promised-payments';
import {
  changeSubscription,
  pauseSubscription,
  resumeSubscription,
  stopSubscription,
  subscribe,
} from '@kazna/contract/cabinet/services';
import { sendUsage } from '@kazna/contract/v1/usage';
import type { History } from './history.ts';
import type { Currency } from './pots.ts';
import type { Answer, Calls, Product } from './product.ts';
import type { Organization, Payment, Subscription } from './records.ts';
import { dayOf } from './service-terms.ts';
import type { ServiceStep, Step, UsageStep } from './step.ts';
export const callsOfServices = (product: Product): Pick<Calls, (ServiceStep | UsageStep)['do']> => {
  const of = async (history: History, which: string) => {
    const { id: subscriptionId, organization } = history.subscriptions.get(which) as Subscription;
    return { params: { subscriptionId }, caller: await product.asMember(organization.owner, organization) };
  };
  const acting = async ({ organizations }: History, where: string) => {
    const organization = organizations.get(where) as Organization;
    return product.asMember(organization.owner, organization);
  };
  return {
    pass: async (history, { days }) => {
      await product.pass(days);
      for (const payment of history.payments.values()) await findConnected(product, history, payment);
      return { status: 0, body: undefined };
    },
    connect: async (history, { organization, tariff, quantity }, label) => {
      const body = { tariffId: product.tariffs[tariff], quantity };
      const answer = await product.send(subscribe, { body }, await acting(history, organization));
      return product.named(history.subscriptions.get(label), answer);
    },
    change: async (history, { subscription, tariff, quantity }) => {
      const { params, caller } = await of(history, subscription);
      return product.shop.call(
        changeSubscription,
        { params, body: { tariffId: product.tariffs[tariff], quantity } },
        caller,
      );
    },
    pause: async (history, { subscription }) => {
      const { params, caller } = await of(history, subscription);
      return product.shop.call(pauseSubscription, { params }, caller);
    },
    resume: async (history, { subscription }) => {
      const { params, caller } = await of(history, subscription);
      return product.shop.call(resumeSubscription, { params }, caller);
    },
    stop: async (history, { subscription, when, tabs }) => {
      const { params, caller } = await of(history, subscription);
      const stop = () => product.shop.call(stopSubscription, { params, body: { when } }, caller);
      return onceOf(await Promise.all(Array.from({ length: tabs }, stop)));
    },
    discount: (history, { organization, percent }) => {
      const { id: organizationId } = history.organizations.get(organization) as Organization;
      const sent = { params: { organizationId }, body: { percent, reason: 'Договор' } };
      return product.shop.call(createDiscount, sent, product.asStaff());
    },
    use: async (history, { subscription, quantity }) => {
      const { id: subscriptionId, organization } = history.subscriptions.get(subscription) as Subscription;
      const event = {
        id: randomUUID(),
        meter: product.meter,
        organizationId: organization.id,
        subscriptionId,
        quantity,
      };
      const body = { events: [{ ...event, occurredAt: product.now }] };
      const answer = await product.shop.call(sendUsage, { body }, product.asKey());
      return answer.body.accepted === 1 ? answer : { status: 500, body: { code: JSON.stringify(answer.body) } };
    },
    promise: async (history, { organization }) =>
      product.shop.call(takePromisedPayment, {}, await acting(history, organization)),
  };
};

/** Of calls at once: the one that did it, if every other one was refused. */
function onceOf(answers: Answer[]): Answer {
  const [first, ...others] = answers.toSorted((one, other) => one.status - other.status) as [Answer, ...Answer[]];
  return others.find(({ status }) => status !== 409) ?? first;
}

/** Before a promise: what the product offers, as the model takes it. */
async function readOffer(product: Product, organization: Organization): Promise<History['offer']> {
  if (organization.isClosed) return null;
  const caller = await product.asMember(organization.owner, organization);
  const { body } = await product.shop.call(getPromisedPayment, {}, caller);
  const { offer } = body;
  return offer && { amount: offer.amountMinor, currency: offer.currency as Currency, lastDay: dayOf(offer.until) };
}

async function findConnected(product: Product, { subscriptions }: History, { id, label }: Payment): Promise<void> {
  const connected = subscriptions.get(`${label}+`);
  if (!connected || connected.id) return;
  const known = 'select subscription_id as id from subscription_intents where payment_id = $1';
  connected.id = (await product.shop.db.queryText(known, [id])).rows[0]?.id as string;
}

/** Before the refund of a subscription's charge: charges are in the order in which they were made. */
async function findCharge(product: Product, { id }: Subscription, place: number): Promise<string> {
  const text = `select charge_id as id from subscription_lines where subscription_id = $1 and amount_minor > 0
    order by id offset $2 limit 1`;
  const { rows } = await product.shop.db.queryText(text, [id, place]);
  return (rows[0]?.id as string | undefined) ?? randomUUID();
}

/** Before the model takes a step: reads what only the product knows. */
export async function prepareServices(product: Product, history: History, step: Step): Promise<void> {
  const promising = step.do === 'promise' && history.organizations.get(step.organization);
  if (promising) history.offer = await readOffer(product, promising);
  const charge = step.do === 'refund charge' ? history.charges.get(step.charge) : undefined;
  if (charge?.of && charge.id === '') charge.id = await findCharge(product, charge.of.subscription, charge.of.place);
}
