import { Icon } from '../ui/icon.tsx';

export const HomeIcon = () => (
  <Icon>
    <path d="m3.5 11 8.5-7.5L20.5 11M5.5 9.5v10.5h13V9.5M10 20v-6h4v6" />
  </Icon>
);

export const DashboardIcon = () => (
  <Icon>
    <path d="M4 20V10M9.3 20V4M14.7 20v-8M20 20V7" />
  </Icon>
);

export const OperationsIcon = () => (
  <Icon>
    <path d="M4 8.5h15M15.500 5 19 8.500 15.500 12M20 15.500H5M8.500 12 5 15.500 8.500 19" />
  </Icon>
);

export const ServicesIcon = () => (
  <Icon>
    <path d="m12 3.5 8 4.500-8 4.500-8-4.500ZM4 12l8 4.500 8-4.500M4 16l8 4.500 8-4.500" />
  </Icon>
);

export const DocumentsIcon = () => (
  <Icon>
    <path d="M13.500 3.500H7a1.500 1.500 0 0 0-1.500 1.500v14A1.500 1.500 0 0 0 7 20.500h10a1.500 1.500 0 0 0 1.500-1.500V8.500l-5-5ZM13.500 3.500v5h5M9 13h6M9 16.500h4" />
  </Icon>
);

export const OrganizationIcon = () => (
  <Icon>
    <path d="M5 20.5v-17h9v17M14 9.5h5v11M3 20.5h18M8 7.5h3M8 11.5h3M8 15.5h3" />
  </Icon>
);

export const AdminIcon = () => (
  <Icon>
    <path d="M12 3 4.5 6v5.5c0 4.4 3 7.8 7.5 9.5 4.5-1.7 7.5-5.1 7.5-9.500V6L12 3ZM9 12l2.2 2.200L15.2 10" />
  </Icon>
);

export const InfoIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.75" />
    <path d="M12 11.200v5M12 7.900v.01" />
  </Icon>
);

export const ChevronsIcon = () => (
  <Icon>
    <path d="m8 9.5 4-4 4 4M8 14.500l4 4 4-4" />
  </Icon>
);

export const BellIcon = () => (
  <Icon>
    <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15L6 16.500ZM10 20.500h4M12 5V3.500" />
  </Icon>
);
