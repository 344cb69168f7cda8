import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Tab } from '../../shell/page-sections.ts';
import { useCurrentInView } from '../../ui/use-current-in-view.ts';
import classes from './organization-tabs.module.css';

interface OrganizationTabsProps {
  organizationId: string;
  tabs: readonly Tab[];
  chosen: Tab;
  children: ReactNode;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function OrganizationTabs({ organizationId, tabs, chosen, children }: OrganizationTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(chosen.id);
  useCurrentInView(list, chosen.id);

  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    // The link that opened this tab is unmounted, so the focus moves to the tab.
    if (shown.current !== chosen.id && document.activeElement === document.body) tab?.focus({ preventScroll: true });
    shown.current = chosen.id;
  }, [chosen.id]);

  function move(event: KeyboardEvent) {
    const step = steps[event.key];
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = links[(at + step + links.length) % links.length];
    next?.focus();
    next?.click();
  }

  return (
    <div>
      <div ref={list} role="tablist" aria-label="Разделы организации" className={classes.tabs} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <Link
            key={id}
            to="/organization/$id"
            params={{ id: organizationId }}
            search={{ tab: id }}
            resetScroll={false}
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === chosen.id}
            aria-controls="tab-panel"
            tabIndex={id === chosen.id ? 0 : -1}
            className={classes.tab}
          >
            {title}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${chosen.id}`} className={classes.panel}>
        {children}
      </div>
    </div>
  );
}
