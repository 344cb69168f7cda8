import * as z from 'zod/mini';
import { day, month } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { addLabels } from '../shared/validation.ts';
import { document } from './documents.ts';

addLabels({ to: ['дату окончания', 'даты окончания'] });

const reconciliationForm = z.object({ from: day, to: day }).check((context) => {
  const { from, to } = context.value;
  if (from <= to) return;
  const message = 'Последний день раньше первого';
  context.issues.push({ code: 'custom', input: to, message, path: ['to'] });
});

export const createReconciliation = endpoint({
  method: 'POST',
  path: '/api/documents/reconciliations',
  summary: 'Make a reconciliation act of a period. One that would say the same is not made again',
  access: { organization: 'payments.export', of: 'session' },
  body: reconciliationForm,
  status: 201,
  answer: document,
  problems: ['buyer_requisites_required', 'documents_not_ready', 'period_not_over', 'too_many_documents'],
});

export const closeMonth = endpoint({
  method: 'POST',
  path: '/api/documents/closing',
  summary: 'Make the closing document of a month that is over, or answer the one that there is',
  access: { organization: 'payments.export', of: 'session' },
  body: z.object({ period: month }),
  status: 201,
  answer: document,
  problems: ['buyer_requisites_required', 'documents_not_ready', 'period_not_over', 'nothing_to_close'],
});
