import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');

/** What a business reads, in both languages; everything else is for developers and English alone. */
const pairs: [english: string, russian: string][] = [
  ['README.md', 'README.ru.md'],
  ['client/README.md', 'docs/ru/operator-api.md'],
  ['docs/container.md', 'docs/ru/container.md'],
  ['docs/first-steps.md', 'docs/ru/first-steps.md'],
  ['docs/operations.md', 'docs/ru/operations.md'],
  ['docs/selling.md', 'docs/ru/selling.md'],
];

/** Of the pairs, what only developers read: its commands stand in English alone. */
const forDevelopers = 'working-on-it';
const exampleNames = /^(Продавец|Покупатель|Ромашка)$/;

interface Section {
  /** The address that links lead to. */
  anchor: string;
  text: string;
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const withoutBlocks = (text: string) => text.replace(/^```.*?^```$/gms, '');
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** By headings. The anchor above a Russian one is the English heading's own, so that links are the same in both. */
function sectionsOf(file: string): Section[] {
  const sections: Section[] = [{ anchor: '', text: '' }];
  let named: string | undefined;
  let isCode = false;
  for (const line of read(file).split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, anchor] = /^<a id="(.*)"><\/a>$/.exec(line) ?? [];
    const [, title] = (!isCode && /^##+ (.*)$/.exec(line)) || [];
    if (title !== undefined) sections.push({ anchor: named ?? slugOf(title), text: '' });
    else if (anchor === undefined) (sections.at(-1) as Section).text += `${line}\n`;
    named = anchor;
  }
  return sections;
}

/** Fenced blocks without their comments and the spaces before them. */
const commandsOf = (text: string) =>
  [...text.matchAll(/^```.*?^```$/gms)].map(([block]) => block.replace(/^# .*\n|\s+(#|\/\/) .*$/gm, ''));

/** Commands, variables, paths: what stands as code inside of a sentence. */
const namesOf = (text: string) =>
  [
    ...new Set([...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\s+/g, ' '))),
  ].toSorted();

const labelsOf = (text: string) => [
  ...new Set([...withoutBlocks(text).matchAll(/«([^«»]+)»/g)].map(([, label = '']) => label.replace(/\s+/g, ' '))),
];

describe.each(pairs)('%s and %s', (english, russian) => {
  const [there, here] = [sectionsOf(english), sectionsOf(russian)];

  test(`${english} and ${russian} have the same sections in the same order`, () => {
    expect(here.map(({ anchor }) => anchor)).toEqual(there.map(({ anchor }) => anchor));
  });

  test(`commands and files of ${russian} are those of ${english}`, () => {
    expect(here.map(({ text }) => commandsOf(text))).toEqual(there.map(({ text }) => commandsOf(text)));
  });

  test(`sections of ${russian} name the same variables, paths and calls as those of ${english}`, () => {
    const names = (sections: Section[]) =>
      sections
        .filter(({ anchor }) => anchor !== forDevelopers)
        .map(({ anchor, text }) => ({ anchor, names: namesOf(text) }));
    expect(names(here)).toEqual(names(there));
  });

  test(`links of ${english} and ${russian} lead to files and sections that exist`, () => {
    const dead = [english, russian].flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
        .map(([, target = '', anchor]) => ({
          place: path.posix.join(path.posix.dirname(file), target),
          target,
          anchor,
        }))
        .filter(({ place, target, anchor }) => {
          const goal = target === '' ? file : place;
          if (!existsSync(path.join(root, goal))) return true;
          return anchor !== undefined && !sectionsOf(goal).some((section) => section.anchor === anchor);
        })
        .map(({ target, anchor }) => `${file}: ${target}#${anchor ?? ''}`),
    );
    expect(dead).toEqual([]);
  });

  test(`screens and buttons that ${english} and ${russian} name exist in the product`, () => {
    const missing = [english, russian].flatMap((file) =>
      labelsOf(read(file))
        .map((label) => label.replace(/\s[\d\s]+,\d\d\s₽$/u, ''))
        .filter((label) => !exampleNames.test(label) && !shownTexts().includes(label))
        .map((label) => `${file}: «${label}»`),
    );
    expect(missing).toEqual([]);
  });
});

test('every Russian document has its English counterpart', () => {
  const russian = readdirSync(path.join(root, 'docs/ru')).map((name) => `docs/ru/${name}`);
  expect(['README.ru.md', ...russian].toSorted()).toEqual(pairs.map(([, file]) => file).toSorted());
});

let texts: string | undefined;

/** What screens are made of. */
function shownTexts(): string {
  texts ??= ['web/src', 'contract/src', 'sandbox/src']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => read(file))
    .join('\n')
    .replace(/&nbsp;|\\u00a0|\s+/g, ' ');
  return texts;
}
