import { problemBody } from '@kazna/contract/shared/problems';
import { expect, test } from 'vitest';
import { asProblem, sortProblem } from './problem.ts';

test("a server's problem passes through unchanged", () => {
  const body = problemBody('invalid_credentials');
  expect(asProblem(body)).toBe(body);
});

test.each([undefined, null, 'Bad Gateway', { error: 'nginx' }, new TypeError('x')])(
  'a rejection with %s becomes the problem «unavailable»',
  (reason) => {
    expect(asProblem(reason).code).toBe('unavailable');
  },
);

test('errors of shown fields appear on the fields and not above the button', () => {
  const body = problemBody('validation_failed', [{ path: 'email', message: 'Проверьте e-mail' }]);
  expect(sortProblem(body, ['email', 'password'])).toEqual({ byField: { email: 'Проверьте e-mail' } });
});

test('an error of a field missing from the form appears above the button', () => {
  const body = problemBody('validation_failed', [{ path: 'token', message: 'Проверьте код из письма' }]);
  const sorted = sortProblem(body, ['password']);
  expect(sorted.byField).toEqual({});
  expect(sorted.message).toBe(`${body.detail} Проверьте код из письма`);
});

test('a problem without fields shows its detail', () => {
  const body = problemBody('too_many_requests');
  expect(sortProblem(body, ['email'])).toEqual({ byField: {}, message: body.detail });
});
