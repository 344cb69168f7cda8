import type { ConsentDocument } from '@kazna/contract/cabinet/info';
import { acceptDocuments, type Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { legalTextQuery, versionLine } from '../queries/info.ts';
import { profileQuery } from '../queries/profile.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { asProblem } from '../ui/feedback/problem.ts';
import { SkeletonText } from '../ui/feedback/skeleton-line.tsx';
import { CheckboxField } from '../ui/forms/fields.tsx';
import { FormFailure } from '../ui/forms/form-footer.tsx';
import { Markdown } from '../ui/markdown.tsx';
import { QueryFailure } from '../ui/page.tsx';
import classes from './consents-dialog.module.css';

const boxes: Record<ConsentDocument, string> = {
  offer: 'Принимаю условия оферты',
  'personal-data': 'Согласен на обработку персональных данных',
};

/** Asks for consent to changed texts, one by one. «Позже» postpones to the next visit. */
export function ConsentsDialog({ profile }: { profile: Profile }) {
  const [isPutOff, setIsPutOff] = useState(false);
  const [document] = profile.pendingConsents;
  if (!document) return null;
  return (
    <Dialog isOpen={!isPutOff} onClose={() => setIsPutOff(true)} title="Прочитайте и примите">
      <Consent key={document} document={document} onPutOff={() => setIsPutOff(true)} />
    </Dialog>
  );
}

function Consent({ document, onPutOff }: { document: ConsentDocument; onPutOff: () => void }) {
  const queryClient = useQueryClient();
  const { data: text, error, refetch } = useQuery(legalTextQuery(document));
  const [isTicked, setIsTicked] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [boxError, setBoxError] = useState<string>();
  const [failure, setFailure] = useState<{ message: string; attempt: number }>();

  async function accept() {
    if (!text || isPending) return;
    if (!isTicked) {
      setBoxError('Поставьте отметку, чтобы принять текст');
      return;
    }
    setIsPending(true);
    try {
      await call(acceptDocuments, { body: { documents: [{ document, version: text.version }] } });
      await queryClient.invalidateQueries(profileQuery());
    } catch (reason) {
      const { code, detail } = asProblem(reason);
      setFailure((last) => ({ message: detail, attempt: (last?.attempt ?? 0) + 1 }));
      if (code === 'document_changed') {
        setIsTicked(false);
        await refetch();
      }
    } finally {
      setIsPending(false);
    }
  }

  return (
    <>
      <p className={classes.version}>{text ? `${text.title}. ${versionLine(text.version)}` : ' '}</p>
      {error && !text ? (
        <QueryFailure what="Текст не загрузился" error={error} onRetry={() => void refetch()} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled text must be reachable by the keyboard
        <section className={classes.text} aria-label={text?.title ?? 'Текст'} tabIndex={0}>
          {text ? <Markdown source={text.markdown} headingOffset={1} /> : <SkeletonText lines={8} />}
        </section>
      )}
      <CheckboxField
        label={boxes[document]}
        error={isTicked ? undefined : boxError}
        checked={isTicked}
        disabled={!text}
        onChange={(event) => setIsTicked(event.currentTarget.checked)}
      />
      <FormFailure failure={failure} />
      <div className={classes.actions}>
        <Button variant="default" data-autofocus onClick={onPutOff}>
          Позже
        </Button>
        <Button disabled={!text} aria-busy={isPending} aria-disabled={isPending} onClick={() => void accept()}>
          Принять
        </Button>
      </div>
    </>
  );
}
