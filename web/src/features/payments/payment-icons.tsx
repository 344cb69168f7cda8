import { Icon, type IconProps } from '../../ui/icon.tsx';

export const ArrowDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6.5 9.5 5.5 5.5 5.5-5.5" />
  </Icon>
);
