import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currency } from '@kazna/contract/shared/money';
import { operatorProblemSchema } from '@kazna/contract/shared/operator-problems';
import * as charges from '@kazna/contract/v1/charges';
import { eventTypes } from '@kazna/contract/v1/event-types';
import * as events from '@kazna/contract/v1/events';
import * as holds from '@kazna/contract/v1/holds';
import * as ledger from '@kazna/contract/v1/ledger';
import * as organizations from '@kazna/contract/v1/organizations';
import * as payments from '@kazna/contract/v1/payments';
import * as services from '@kazna/contract/v1/services';
import * as usage from '@kazna/contract/v1/usage';
import * as webhooks from '@kazna/contract/v1/webhooks';
import * as z from 'zod/mini';
import { printType, schemaNode } from './print-type.ts';

const path = join(import.meta.dirname, '../../../client/src/types.gen.ts');
const itemOf = <Item extends z.ZodMiniType>(page: z.ZodMiniObject<{ items: z.ZodMiniArray<Item> }>) =>
  page.def.shape.items.def.element;
const delivery = itemOf(webhooks.listWebhookDeliveries.answer);

/** What programs receive. A type that stands before another is used in it by name. */
const answers: Record<string, z.ZodMiniType> = {
  Currency: currency,
  EventType: z.enum(eventTypes),
  Problem: operatorProblemSchema,
  OrganizationBalance: organizations.organizationBalance,
  Organization: organizations.organization,
  Charge: charges.charge,
  BatchResult: charges.createChargeBatch.answer.def.shape.results.def.element,
  ChargeRefund: charges.chargeRefund,
  Hold: holds.hold,
  LedgerEntry: ledger.ledgerEntry,
  Service: services.listServices.answer.def.shape.items.def.element,
  Bill: services.previewChange.answer,
  Subscription: services.subscription,
  UsageRefusal: usage.sendUsage.answer.def.shape.refused.def.element,
  UsageResult: usage.sendUsage.answer,
  UsageSums: usage.readUsage.answer,
  Payment: payments.payment,
  PaymentRefund: events.eventData['refund.succeeded'],
  BalanceChange: events.eventData['balance.changed'],
  Membership: events.eventData['member.joined'],
  Event: events.event,
  EventData: z.object(events.eventData),
  WebhookEndpoint: webhooks.getWebhookEndpoint.answer,
  NewWebhookEndpoint: webhooks.createWebhookEndpoint.answer,
  WebhookSecret: webhooks.rotateWebhookSecret.answer,
  WebhookAttempt: webhooks.getWebhookDelivery.answer.def.shape.attemptLog.def.element,
  WebhookDelivery: delivery,
  WebhookDeliveryWithLog: webhooks.getWebhookDelivery.answer,
};

/** What programs send. */
const inputs: Record<string, z.ZodMiniType> = {
  OrganizationForm: organizations.createOrganization.body,
  OrganizationPatch: organizations.updateOrganization.body,
  OrganizationQuery: organizations.listOrganizations.query,
  ChargeForm: charges.chargeForm,
  ChargeQuery: charges.listCharges.query,
  ChargeRefundForm: charges.refundCharge.body,
  HoldForm: holds.holdForm,
  CaptureForm: holds.captureHold.body,
  SubscriptionForm: services.createSubscription.body,
  SubscriptionQuery: services.listSubscriptions.query,
  SubscriptionChange: services.changeSubscription.body,
  SubscriptionStop: services.stopSubscription.body,
  UsageEvent: usage.sendUsage.describedBody.def.shape.events.def.element,
  UsageQuery: usage.readUsage.query,
  LedgerQuery: ledger.listLedger.query,
  PaymentQuery: payments.listPayments.query,
  EventQuery: events.listEvents.query,
  WebhookEndpointForm: webhooks.createWebhookEndpoint.body,
  WebhookEndpointPatch: webhooks.updateWebhookEndpoint.body,
  WebhookEndpointQuery: webhooks.listWebhookEndpoints.query,
  WebhookDeliveryQuery: webhooks.listWebhookDeliveries.query,
};

/** The types of `@kazna/client`, which has no dependencies and so cannot refer to the contract's. */
export function currentClientTypes(): string {
  const names = new Map<string, string>();
  const declarations = [...declare(answers, 'output', names), ...declare(inputs, 'input', names)];
  return `// Written by npm run openapi after contract/src/v1.\n\n${declarations.join('\n\n')}\n`;
}

function declare(schemas: Record<string, z.ZodMiniType>, io: 'input' | 'output', names: Map<string, string>): string[] {
  return Object.entries(schemas).map(([name, schema]) => {
    const node = schemaNode(schema, io);
    const printed = printType(node, names);
    names.set(JSON.stringify(node), name);
    return node.properties ? `export interface ${name} ${printed}` : `export type ${name} = ${printed};`;
  });
}

export function readClientTypes(): Promise<string> {
  return readFile(path, 'utf8');
}

export async function writeClientTypes(): Promise<void> {
  await writeFile(path, currentClientTypes());
}
