import { type RequestState, requestStates } from '@kazna/contract/cabinet/requests';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { ClockIcon, LetterIcon } from '../../ui/icons.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';

const looks = {
  new: { mine: 'pending', icon: LetterIcon },
  ours: { mine: 'pending', icon: ClockIcon },
  theirs: { mine: 'neutral', icon: ClockIcon },
  closed: { mine: 'success', icon: CheckIcon },
} as const;

interface RequestMarkProps {
  state: RequestState;
  /** Texts for staff, whose turn it is when the customer waits. */
  labels?: Record<RequestState, string>;
}

/** Loud where the reader has something to do. */
export function RequestMark({ state, labels }: RequestMarkProps) {
  const { mine, icon: MarkIcon } = looks[state];
  const turned = { new: 'neutral', ours: 'neutral', theirs: 'pending', closed: 'success' } as const;
  return (
    <StatusMark tone={labels ? mine : turned[state]} icon={<MarkIcon size={16} />}>
      {(labels ?? requestStates)[state]}
    </StatusMark>
  );
}

interface AskSupportProps {
  about: { kind: 'payment' | 'invoice' | 'document' | 'subscription'; id: string };
}

/** Opens the form that knows what it is about. */
export function AskSupport({ about: { kind, id } }: AskSupportProps) {
  return (
    <LinkAnchor to="/requests/new" search={{ kind, about: id }}>
      Написать в поддержку
    </LinkAnchor>
  );
}
