import type { BankStatement, IncomingDocument, MatchKind, ReceiptStatus } from '@kazna/contract/admin/bank-statements';

type OtherDocument = BankStatement['outgoing'][number];
type GroupId = MatchKind | ReceiptStatus | 'left' | 'outgoing' | 'internal';

interface Label {
  title: string;
  explanation: string;
}

const labels: Record<GroupId, Label> = {
  suggestion: {
    title: 'Проверить',
    explanation:
      'Похоже на платёж клиента, но уверенности нет. Отметьте верные или выберите, чей это платёж: они зачислятся. Остальные уйдут в невыясненные.',
  },
  invoice: {
    title: 'К зачислению',
    explanation: 'Номер счёта и ИНН совпали. Снимите отметку, чтобы отправить деньги в невыясненные.',
  },
  none: {
    title: 'Не узнали',
    explanation:
      'Чьи это деньги, неизвестно: они уйдут в невыясненные. Снимите отметку с того, что пришло не от клиентов.',
  },
  duplicate: {
    title: 'Уже учтены',
    explanation:
      'Эти деньги уже учтены, второй раз они не зачислятся. Если похожий платёж на самом деле другой, отметьте его: он уйдёт в невыясненные.',
  },
  ignored: {
    title: 'Не от клиентов',
    explanation:
      'Выплаты платёжной системы и переводы самой компании на балансы не зачисляются. Если это всё же деньги клиента, отметьте их: они уйдут в невыясненные.',
  },
  credited: { title: 'Зачислено', explanation: 'Деньги на балансах организаций.' },
  unidentified: { title: 'Не выяснено', explanation: 'Деньги ждут решения в разделе «Невыясненные».' },
  undone: { title: 'Отменено', explanation: 'Зачисление отменили: денег этих платежей на балансах больше нет.' },
  returned: { title: 'Возвращено', explanation: 'Деньги ушли обратно плательщикам.' },
  left: { title: 'Не тронуто', explanation: 'Учтённое раньше и то, что пришло не от клиентов.' },
  outgoing: { title: 'Списания', explanation: 'Показаны для сверки, на балансы не влияют.' },
  internal: { title: 'Между своими счетами', explanation: 'Показаны для сверки, на балансы не влияют.' },
};

export type Group = Label & { id: GroupId } & (
    | { incoming: IncomingDocument[]; others?: undefined }
    | { others: OtherDocument[]; incoming?: undefined }
  );

/** What needs a decision comes first; groups without documents are left out. */
export function groupsOf({ status, incoming, outgoing, internal }: BankStatement): Group[] {
  const idOf = ({ match, receipt }: IncomingDocument): GroupId =>
    status === 'preview' ? match.kind : (receipt?.status ?? 'left');
  const byId = Map.groupBy(incoming, idOf);
  return (Object.keys(labels) as GroupId[]).flatMap((id): Group[] => {
    const label = { id, ...labels[id] };
    if (id === 'outgoing') return outgoing.length > 0 ? [{ ...label, others: outgoing }] : [];
    if (id === 'internal') return internal.length > 0 ? [{ ...label, others: internal }] : [];
    const documents = byId.get(id);
    return documents ? [{ ...label, incoming: documents }] : [];
  });
}
