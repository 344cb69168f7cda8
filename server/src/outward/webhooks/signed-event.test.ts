import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createSecret, signedHeaders } from './signed-event.ts';

test('a signature is that of the example in Standard Webhooks', () => {
  const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    at: new Date(1_614_265_330_999),
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('during a rotation receivers with either secret verify the signature, and others do not', () => {
  const [fresh, old, foreign] = [createSecret(), createSecret(), createSecret()];
  const body = JSON.stringify({ type: 'balance.changed', data: { name: 'Ромашка' } });
  const headers = signedHeaders([fresh, old], { id: 'evt', body, at: new Date() });
  for (const secret of [fresh, old]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(foreign).verify(body, headers)).toThrow();
  expect(() => new Webhook(fresh).verify(`${body} `, headers)).toThrow();
});
