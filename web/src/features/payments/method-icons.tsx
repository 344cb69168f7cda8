import { Icon, type IconProps } from '../../ui/icon.tsx';

export const CardIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="5.5" width="18" height="13" rx="2.5" />
    <path d="M3 10h18M7 15h3" />
  </Icon>
);

export const QrIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="4" width="6" height="6" rx="1" />
    <rect x="14" y="4" width="6" height="6" rx="1" />
    <rect x="4" y="14" width="6" height="6" rx="1" />
    <path d="M14 14h2v2h-2zM20 14v.01M20 18v2h-2M14 20v.01M17 17v.01" />
  </Icon>
);

export const InvoiceIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 10.500 12 5l8 5.500M5.500 10.500h13M7 10.500v7M12 10.500v7M17 10.500v7M4.500 19.500h15" />
  </Icon>
);
