import { Fragment, type ReactNode } from 'react';
import classes from './markdown.module.css';

type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; items: string[] };

const headingLine = /^(#{1,3})\s+(.+)$/;
const listLine = /^\s*(?:[-*]|(\d+)[.)])\s+(.+)$/;

function appendLine(blocks: Block[], line: string, continues: boolean) {
  const last = continues ? blocks.at(-1) : undefined;
  const heading = headingLine.exec(line);
  const item = listLine.exec(line);
  if (heading) {
    blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
  } else if (item) {
    const isOrdered = item[1] !== undefined;
    const list = blocks.at(-1);
    if (list?.kind === 'list' && list.isOrdered === isOrdered) list.items.push(item[2] ?? '');
    else blocks.push({ kind: 'list', isOrdered, start: Number(item[1] ?? 1), items: [item[2] ?? ''] });
  } else if (last?.kind === 'list') {
    last.items.push(`${last.items.pop()} ${line.trim()}`);
  } else if (last?.kind === 'paragraph') {
    last.text += ` ${line.trim()}`;
  } else {
    blocks.push({ kind: 'paragraph', text: line.trim() });
  }
}

function parseBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  let continues = false;
  for (const line of source.split(/\r?\n/)) {
    const isBlank = line.trim() === '';
    if (!isBlank) appendLine(blocks, line, continues);
    continues = !isBlank;
  }
  return blocks;
}

/** Allows http(s), mailto and local paths only, so that no link can run code. */
function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/i.test(address);
}

// A picture becomes a link to it: pages load pictures from nowhere else.
const inlinePattern = /\*\*(.+?)\*\*|!?\[([^\]]+)\]\(([^()\s]+)\)/g;

function renderInline(text: string, staysHere: boolean): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, bold, label, address = ''] = match;
    parts.push(text.slice(end, match.index));
    parts.push(bold ? <strong>{renderInline(bold, staysHere)}</strong> : renderLink(label, address, staysHere));
    end = match.index + whole.length;
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes in place
  return [...parts, text.slice(end)].map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

function renderLink(label: string | undefined, address: string, staysHere: boolean): ReactNode {
  if (!isSafeAddress(address)) return label;
  const isPage = (staysHere ? /^https?:/i : /^(https?:|\/)/i).test(address);
  return (
    <a href={address} {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}>
      {label}
    </a>
  );
}

function renderBlock(block: Block, headingOffset: number, staysHere: boolean): ReactNode {
  if (block.kind === 'paragraph') return <p>{renderInline(block.text, staysHere)}</p>;
  if (block.kind === 'heading') {
    const Heading = `h${block.level + headingOffset}` as 'h1' | 'h2' | 'h3' | 'h4';
    return <Heading>{renderInline(block.text, staysHere)}</Heading>;
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes in place
  const items = block.items.map((item, index) => <li key={index}>{renderInline(item, staysHere)}</li>);
  return block.isOrdered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

interface MarkdownProps {
  source: string;
  /** Added to heading levels where the page has its own h1. */
  headingOffset?: 0 | 1;
  /** Opens pages of the cabinet in this tab. Elsewhere that could lose a half-filled form. */
  staysHere?: boolean;
}

/** Renders the Markdown subset of our texts as React elements, so that text never becomes HTML. */
export function Markdown({ source, headingOffset = 0, staysHere = false }: MarkdownProps) {
  return (
    <div className={classes.text}>
      {parseBlocks(source).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes in place
        <Fragment key={index}>{renderBlock(block, headingOffset, staysHere)}</Fragment>
      ))}
    </div>
  );
}
