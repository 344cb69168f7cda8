import { formatMoney } from '@kazna/contract/shared/money';
import type { Bill } from '@kazna/contract/shared/tariffs';
import { useQuery } from '@tanstack/react-query';
import { missingOf } from '../../parts/tariff-texts.ts';
import { balanceQuery } from '../../queries/money.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { LinkAnchor } from '../../ui/links.tsx';
import { topUpSearch } from './subscription-notices.tsx';

/** What the balance lacks for a bill that is charged now, with the way to pay it; nothing where it suffices. */
export function MissingMoney({ bill }: { bill: (Bill & { missingMinor?: number }) | null | undefined }) {
  const { id, can } = useActiveOrganization();
  const { data: balance } = useQuery(balanceQuery(id));
  if (bill?.when !== 'now') return null;
  const { currency } = bill;
  const missingMinor = bill.missingMinor ?? missingOf(Math.max(0, bill.totalMinor), currency, balance?.items);
  if (missingMinor <= 0) return null;
  return (
    <p className={dialog.text} role="status">
      На балансе не хватает {formatMoney({ amountMinor: missingMinor, currency })}.{' '}
      {can('payments.create') && (
        <LinkAnchor to="/payments/create" search={topUpSearch(missingMinor, currency)} underline="always">
          Пополнить баланс
        </LinkAnchor>
      )}
    </p>
  );
}
