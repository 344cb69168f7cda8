import type { Issue } from '../shared/validation.ts';

export function describeInEnglish(issue: Issue): string {
  if (issue.input === undefined) return 'Required';
  switch (issue.code) {
    case 'invalid_type':
      return `Expected ${issue.expected === 'int' ? 'an integer' : issue.expected}`;
    case 'too_small':
      return bound('At least', issue.minimum, issue.origin);
    case 'too_big':
      return bound('At most', issue.maximum, issue.origin);
    case 'invalid_value':
      return `Expected one of: ${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'regex' ? 'Contains characters that are not allowed' : `Not a valid ${issue.format}`;
    case 'unrecognized_keys':
      return `Unknown fields: ${issue.keys.join(', ')}`;
    default:
      return 'Invalid value';
  }
}

function bound(word: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${word} ${limit} characters`;
  return origin === 'array' ? `${word} ${limit} items` : `${word} ${limit}`;
}
