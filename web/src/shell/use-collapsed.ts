import { useState } from 'react';

const storageKey = 'panel-collapsed';

export function useCollapsed(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(storageKey) === 'true');
  const toggle = () => {
    localStorage.setItem(storageKey, String(!isCollapsed));
    setIsCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}
