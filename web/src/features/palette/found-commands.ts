import { findInvoicesAsStaff } from '@kazna/contract/admin/invoices';
import { listAllOrganizations } from '@kazna/contract/admin/organizations';
import { listAllPayments } from '@kazna/contract/admin/payments';
import { listUsers } from '@kazna/contract/admin/users';
import { listBankTransfers } from '@kazna/contract/cabinet/bank-transfers';
import { listDocuments } from '@kazna/contract/cabinet/documents';
import { listHelp } from '@kazna/contract/cabinet/help';
import { listMembers } from '@kazna/contract/cabinet/members';
import { paymentLabel, paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { listPayments } from '@kazna/contract/cabinet/payments';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { listSubscriptions } from '@kazna/contract/cabinet/services';
import { formatMoney, toDecimal } from '@kazna/contract/shared/money';
import { organizationRoleCan, roleNames } from '@kazna/contract/shared/permissions';
import { call } from '../../api/client.ts';
import { formatRecentTime } from '../../format/date.ts';
import { documentTitle } from '../../parts/document-title.ts';
import { kindNames, organizationTitle } from '../../parts/organization-kind.tsx';
import { activeMembership } from '../../queries/profile.ts';
import { type Command, paymentCommand } from './commands.ts';
import { documentNumberIn, matchesWords, typedMinor } from './find-commands.ts';

const limit = 5;

interface Search {
  profile: Profile;
  q: string;
  signal: AbortSignal;
}

/** What the server knows: of the organization by its rules, and of everybody for staff. What fails is left out. */
export async function findOnServer(search: Search): Promise<Command[]> {
  const active = activeMembership(search.profile);
  const may = (permission: Parameters<typeof organizationRoleCan>[1]) =>
    active !== undefined && organizationRoleCan(active.role, permission);
  const searches = [
    may('payments.read') && findPayments(search),
    may('payments.read') && findDocuments(search),
    may('payments.read') && findTransfers(search),
    may('services.read') && findServices(search),
    findHelp(search),
    may('members.read') && findMembers(search, active?.organizationId ?? ''),
    ...(search.profile.operatorRole ? [findPeople(search), findClients(search), findAll(search)] : []),
  ];
  const found = await Promise.allSettled(searches.map((one) => one || []));
  search.signal.throwIfAborted();
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

async function findPayments({ profile, q, signal }: Search): Promise<Command[]> {
  const payments = await byNumberOrSum(q, (filter) => call(listPayments, { query: { ...filter, limit } }, signal));
  return payments.map((payment) => paymentCommand(payment, profile.timezone));
}

type NumberOrSum = { q: string } | { amountMin: number; amountMax: number };

async function byNumberOrSum<Item extends { id: string }>(
  q: string,
  list: (filter: NumberOrSum) => Promise<{ items: Item[] }>,
): Promise<Item[]> {
  const amountMinor = typedMinor(q);
  const bySum = amountMinor === null ? [] : [{ amountMin: amountMinor, amountMax: amountMinor }];
  return onceEach(await Promise.all([{ q }, ...bySum].map(list)));
}

function onceEach<Item extends { id: string }>(pages: { items: Item[] }[]): Item[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}

async function findDocuments({ q, signal }: Search): Promise<Command[]> {
  if (!/\d/.test(q)) return [];
  const amountMinor = typedMinor(q);
  const filters = [{ q: documentNumberIn(q) }, ...(amountMinor === null ? [] : [{ amountMinor }])];
  const pages = await Promise.all(filters.map((one) => call(listDocuments, { query: { ...one, limit } }, signal)));
  return onceEach(pages).map((document) => ({
    id: document.id,
    group: 'Документы',
    title: documentTitle(document),
    about: formatMoney(document),
    does: {
      link:
        document.kind === 'invoice'
          ? { to: '/invoices/$id', params: { id: document.id } }
          : { to: '/documents', search: { kind: document.kind, from: document.day, to: document.day } },
    },
  }));
}

/** Bank transfers by sum. One has no page of its own: it leads to the list of those with its sum. */
async function findTransfers({ profile, q, signal }: Search): Promise<Command[]> {
  const amountMinor = typedMinor(q);
  if (amountMinor === null) return [];
  const query = { amountMin: amountMinor, amountMax: amountMinor, limit };
  const { items } = await call(listBankTransfers, { query }, signal);
  const amount = toDecimal({ amountMinor, currency: 'RUB' });
  return items.map((transfer) => ({
    id: transfer.id,
    group: 'Платежи',
    title: `${formatMoney(transfer)}, банковский перевод`,
    about: `${transfer.payer}, ${formatRecentTime(transfer.createdAt, profile.timezone)}`,
    does: { link: { to: '/payments', search: { status: 'transfers', amountMin: amount, amountMax: amount } } },
  }));
}

async function findServices({ q, signal }: Search): Promise<Command[]> {
  const { items } = await call(listSubscriptions, {}, signal);
  return items
    .filter(({ service, tariff }) => matchesWords(`${service.name} ${tariff.name}`, q))
    .slice(0, limit)
    .map(({ id, service, tariff }) => ({
      id,
      group: 'Услуги',
      title: service.name,
      about: `Тариф «${tariff.name}»`,
      does: { link: { to: '/services/$id', params: { id } } },
    }));
}

async function findHelp({ q, signal }: Search): Promise<Command[]> {
  const { items } = await call(listHelp, { query: { q } }, signal);
  return items.slice(0, limit).map(({ slug, title, about }) => ({
    id: `help-${slug}`,
    group: 'Справка',
    title,
    about,
    does: { link: { to: '/info/help/$slug', params: { slug } } },
  }));
}

async function findMembers({ q, signal }: Search, organizationId: string): Promise<Command[]> {
  const { items } = await call(listMembers, { params: { organizationId }, query: { limit: 100 } }, signal);
  return items
    .filter(({ name, email }) => matchesWords(`${name} ${email}`, q))
    .slice(0, limit)
    .map(({ userId, name, email, role }) => ({
      id: userId,
      group: 'Участники',
      title: name,
      about: `${roleNames[role]}, ${email}`,
      does: { link: { to: '/organization/$id', params: { id: organizationId }, search: { tab: 'members' } } },
    }));
}

async function findPeople({ q, signal }: Search): Promise<Command[]> {
  const { items } = await call(listUsers, { query: { q, limit } }, signal);
  return items.map(({ id, name, email }) => ({
    id: `user-${id}`,
    group: 'Люди',
    title: name,
    about: email,
    does: { link: { to: '/admin/users', search: { user: id } } },
  }));
}

async function findClients({ q, signal }: Search): Promise<Command[]> {
  const { items } = await call(listAllOrganizations, { query: { q, limit } }, signal);
  return items.map(({ id, inn, ...organization }) => ({
    id: `client-${id}`,
    group: 'Клиенты',
    title: organizationTitle(organization),
    about: inn ? `ИНН ${inn}` : kindNames[organization.kind],
    does: { link: { to: '/admin/organizations', search: { organization: id } } },
  }));
}

/** Payments of everybody by number or sum, and invoices by number. */
async function findAll({ q, signal }: Search): Promise<Command[]> {
  if (!/\d/.test(q)) return [];
  const [payments, invoices] = await Promise.all([
    byNumberOrSum(q, (filter) => call(listAllPayments, { query: { ...filter, limit } }, signal)),
    call(findInvoicesAsStaff, { query: { q: documentNumberIn(q), limit } }, signal),
  ]);
  return [
    ...payments.map((payment) => ({
      id: `any-${payment.id}`,
      group: 'Платежи клиентов' as const,
      title: `${paymentLabel(payment)}, ${formatMoney(payment)}`,
      about: `${paymentNumber(payment)}, ${payment.organizationName}`,
      does: {
        link: { to: '/admin/organizations', search: { organization: payment.organizationId, payment: payment.id } },
      } as Command['does'],
    })),
    ...invoices.items.map((invoice) => ({
      id: `any-${invoice.id}`,
      group: 'Счета клиентов' as const,
      title: `Счёт № ${invoice.number}, ${formatMoney(invoice)}`,
      about: invoice.organizationName,
      does: {
        link: {
          to: '/admin/organizations',
          search: { organization: invoice.organizationId, invoice: invoice.number },
        },
      } as Command['does'],
    })),
  ];
}
