// Fills the compile cache with what a start and its later requests load. It is written when the process exits.
import './compile-cache.mjs';

const parts = [
  './start.ts',
  './start-parts.ts',
  './metrics.ts',
  './documents/invoices/render-invoice.ts',
  './documents/monthly/render/render-act.ts',
  './documents/monthly/render/render-advance-invoice.ts',
  './documents/monthly/render/render-reconciliation.ts',
  './documents/monthly/render/render-upd.ts',
  'fast-jwt',
  '@kazna/sandbox/sandbox',
  '@kazna/sandbox/store',
  'nodemailer',
  'prom-client',
];
for (const part of parts) await import(part);
process.exit(0);
