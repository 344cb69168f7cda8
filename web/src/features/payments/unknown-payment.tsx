import { LinkButton } from '../../ui/links.tsx';
import { ResultView } from './result-view.tsx';

/** The same text for a missing payment and another organization's. */
export function UnknownPayment() {
  return (
    <ResultView
      tone="neutral"
      title="Платёж не найден"
      text="Такого платежа нет или он сделан в другой организации. Если вы состоите в нескольких, переключитесь на нужную."
    >
      <LinkButton to="/payments">К платежам</LinkButton>
      <LinkButton to="/" variant="default">
        На главную
      </LinkButton>
    </ResultView>
  );
}
