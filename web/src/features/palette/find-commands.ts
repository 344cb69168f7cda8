import type { Command } from './commands.ts';

/** Limit per group while nothing is typed. */
const shownUnasked = 5;
const shownOfGroup = 8;

/** Returns commands that match every typed word; without a query, the first few of each group. */
export function findCommands(commands: readonly Command[], searchText: string): Command[] {
  const words = plain(searchText).split(/\s+/).filter(Boolean);
  const limit = words.length > 0 ? shownOfGroup : shownUnasked;
  const found = new Map<string, Command[]>();
  for (const command of commands) {
    const text = plain(`${command.title} ${command.about ?? ''} ${command.keywords ?? ''}`);
    const group = found.get(command.group) ?? [];
    if (group.length < limit && words.every((word) => text.includes(word))) {
      found.set(command.group, [...group, command]);
    }
  }
  const all = [...found.values()].flat();
  return words.length > 0 ? [...all, searchInPayments(searchText.trim())] : all;
}

function searchInPayments(searchText: string): Command {
  return {
    id: 'search-payments',
    group: 'Платежи',
    title: `Искать «${searchText}» во всех платежах`,
    does: { link: { to: '/payments', search: { q: searchText } } },
  };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u00a0\u202f]/g, ' ');
}
