import type { Currency } from '@kazna/contract/shared/money';
import { type OrganizationRole, organizationRoleCan, organizationRoles } from '@kazna/contract/shared/permissions';

interface Amount {
  amountMinor: number;
  currency: Currency;
}

interface PaymentEvent extends Amount {
  paymentId: string;
  payerId: string;
  reason: string | null;
}

interface RefundEvent extends Amount {
  paymentId: string;
  reason: string;
}

interface InvoiceEvent extends Amount {
  /** Who asked for the invoice; null for a transfer that names none. */
  requesterId: string | null;
}

interface ReceiptOrigin {
  /** Null for a transfer that staff assigned to the organization as such. */
  invoiceId: string | null;
  number: string | null;
}

interface AutoTopUpEvent {
  paymentId: string | null;
  amountMinor: number | null;
  currency: Currency;
  card: string | null;
  reason: string | null;
  nextAttemptAt: string | null;
}

interface CardEvent {
  /** «Мир ·· 4477». */
  card: string;
  actorId: string;
}

/** People are stored by id: names are read when the letter is sent. */
export interface EventDetails {
  payment_credited: PaymentEvent & { isAfterReview: boolean };
  payment_declined: PaymentEvent;
  payment_in_review: PaymentEvent;
  payment_rejected: PaymentEvent;
  /** Null when staff requested it. */
  refund_requested: RefundEvent & { requestedById: string | null };
  refund_succeeded: RefundEvent;
  refund_canceled: RefundEvent;
  balance_adjusted: Amount & { reason: string };
  invoice_created: InvoiceEvent & { invoiceId: string; number: string; dueDay: string };
  receipt_credited: InvoiceEvent & ReceiptOrigin;
  receipt_reversed: InvoiceEvent & ReceiptOrigin;
  bank_return_requested: Amount & { requestedById: string };
  bank_return_sent: Amount & { orderNumber: string };
  bank_return_declined: Amount & { reason: string };
  card_saved: CardEvent;
  card_removed: CardEvent;
  /** Whoever saved the card, the payer, is asked by somebody else: for a rule, whose cap the amount is, or a payment. */
  card_permission_asked: Amount & { payerId: string; actorId: string; card: string; isRule: boolean };
  /** The payer is whoever saved the card. */
  charge_returned: Amount & { paymentId: string; payerId: string; card: string | null };
  document_ready: Amount & {
    documentId: string;
    documentKind: 'act' | 'upd' | 'advance_invoice';
    number: string;
    revision: number;
    /** The month, `2026-02`. */
    period: string;
  };
  auto_top_up_succeeded: AutoTopUpEvent;
  auto_top_up_failed: AutoTopUpEvent;
  auto_top_up_paused: AutoTopUpEvent;
  auto_top_up_changed: {
    isOn: boolean;
    thresholdMinor: number;
    targetMinor: number;
    monthlyCapMinor: number;
    currency: Currency;
    card: string | null;
    actorId: string;
  };
  role_changed: { memberId: string; actorId: string; from: OrganizationRole; to: OrganizationRole };
  organization_closed: { actorId: string };
  organization_suspended: { reason: string };
  organization_resumed: { reason: string };
  balance_low: { balances: Amount[] };
  member_joined: { memberId: string; role: OrganizationRole };
}

export type EventKind = keyof EventDetails;

export type OrganizationEvent = {
  [Kind in EventKind]: { kind: Kind; organizationId: string; sourceId: string; details: EventDetails[Kind] };
}[EventKind];

const moneyRoles = organizationRoles.filter((role) => organizationRoleCan(role, 'payments.refund'));
const managers = organizationRoles.filter((role) => organizationRoleCan(role, 'members.manage'));
const owners = organizationRoles.filter((role) => organizationRoleCan(role, 'organization.transfer'));

/** Roles that are notified, including whoever caused the event: an action in a stolen session does not go unnoticed. */
const audience: Record<EventKind, readonly OrganizationRole[]> = {
  payment_credited: moneyRoles,
  payment_declined: [],
  payment_in_review: moneyRoles,
  payment_rejected: moneyRoles,
  refund_requested: moneyRoles,
  refund_succeeded: moneyRoles,
  refund_canceled: moneyRoles,
  balance_adjusted: moneyRoles,
  invoice_created: [],
  receipt_credited: moneyRoles,
  receipt_reversed: moneyRoles,
  bank_return_requested: moneyRoles,
  bank_return_sent: moneyRoles,
  bank_return_declined: moneyRoles,
  card_saved: owners,
  card_removed: owners,
  card_permission_asked: [],
  charge_returned: moneyRoles,
  document_ready: moneyRoles,
  auto_top_up_succeeded: moneyRoles,
  auto_top_up_failed: moneyRoles,
  auto_top_up_paused: moneyRoles,
  auto_top_up_changed: owners,
  role_changed: owners,
  organization_closed: organizationRoles,
  organization_suspended: moneyRoles,
  organization_resumed: moneyRoles,
  balance_low: moneyRoles,
  member_joined: managers,
};

export function rolesNotifiedOf(kind: EventKind): readonly OrganizationRole[] {
  return audience[kind];
}

export function affectedMember(event: OrganizationEvent): string | null {
  if ('payerId' in event.details) return event.details.payerId;
  if ('requesterId' in event.details) return event.details.requesterId;
  return event.kind === 'role_changed' ? event.details.memberId : null;
}

/** Nobody is told that they have joined. */
export function unnotifiedMember(event: OrganizationEvent): string | null {
  return event.kind === 'member_joined' ? event.details.memberId : null;
}
