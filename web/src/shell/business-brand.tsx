import type { Profile } from '@kazna/contract/cabinet/profile';
import { onDark } from '@kazna/contract/shared/brand-color';
import { useEffect } from 'react';

/** Dresses the cabinet in the business's colour and name. Money keeps its colours: they say where it went. */
export function BusinessBrand({ name, color }: NonNullable<Profile['brand']>) {
  useEffect(() => {
    if (!color) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rulesOf('light', color, '#ffffff') + rulesOf('dark', onDark(color), '#0b1a2b'));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [color]);
  useEffect(() => {
    if (!name) return;
    document.documentElement.dataset.business = name;
    document.title = document.title.replace(/Казна$/, name);
    return () => {
      delete document.documentElement.dataset.business;
    };
  }, [name]);
  return null;
}

function rulesOf(mode: 'light' | 'dark', color: string, onPrimary: string): string {
  const mixed = (percent: number, ground: string) => `color-mix(in srgb, ${color} ${percent}%, ${ground})`;
  const ground = mode === 'light' ? '#fff' : 'transparent';
  const variables = {
    '--kazna-primary': color,
    '--kazna-primary-hover': mixed(88, mode === 'light' ? '#000' : '#fff'),
    '--kazna-on-primary': onPrimary,
    '--kazna-accent': color,
    '--kazna-tint': mixed(mode === 'light' ? 7 : 14, ground),
    '--kazna-tint-hover': mixed(mode === 'light' ? 12 : 18, ground),
    '--kazna-hero': `linear-gradient(120deg, #0b1f38, ${mode === 'light' ? color : mixed(40, '#0b1f38')})`,
    '--mantine-color-anchor': color,
    '--mantine-color-default-color': color,
    '--mantine-color-brand-filled': color,
    '--mantine-color-brand-filled-hover': 'var(--kazna-primary-hover)',
    '--mantine-color-brand-light': 'var(--kazna-tint)',
    '--mantine-color-brand-light-hover': 'var(--kazna-tint-hover)',
    '--mantine-color-brand-light-color': color,
    '--mantine-color-brand-text': color,
    '--mantine-primary-color-contrast': onPrimary,
    '--mantine-primary-color-filled': color,
  };
  const declarations = Object.entries(variables).map(([variable, value]) => `${variable}:${value}`);
  return `:root[data-mantine-color-scheme="${mode}"]{${declarations.join(';')}}`;
}
