import {
  type BuiltInHelp,
  createHelpArticle,
  type getHelpAsStaff,
  newHelpForm,
  updateHelpArticle,
} from '@kazna/contract/admin/help';
import type { Answer } from '@kazna/contract/shared/endpoint';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { CheckboxField, TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { TextAreaField } from '../../ui/forms/text-area-field.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Card } from '../../ui/page.tsx';
import classes from './help.module.css';
import { refreshHelp } from './queries.ts';

interface ArticleFormProps {
  /** Undefined for a new one. */
  article?: Answer<typeof getHelpAsStaff>;
  replaced?: BuiltInHelp | undefined;
  remove?: ReactNode;
}

export function ArticleForm({ article, replaced, remove }: ArticleFormProps) {
  const navigate = useNavigate();
  const fixedSlug = article?.slug ?? replaced?.slug;
  const { form, text, box, replace, values, failure, isPending } = useContractForm(newHelpForm, {
    slug: fixedSlug ?? '',
    title: article?.title ?? replaced?.title ?? '',
    markdown: article?.markdown ?? replaced?.markdown ?? '',
    isPublished: article?.isPublished ?? false,
    isReplacement: replaced !== undefined,
  });
  const save = form(async (body) => {
    const { slug: _, isReplacement: __, ...change } = body;
    if (article) await call(updateHelpArticle, { params: { articleId: article.id }, body: change });
    else await call(createHelpArticle, { body });
    const message = body.isPublished ? 'Статья опубликована' : 'Черновик сохранён';
    showToast({ kind: 'success', message, detail: body.title });
    await navigate({ to: '/admin/help' });
    await refreshHelp();
  });
  const slug = text('slug');
  return (
    <form {...save} className={classes.columns}>
      <Card>
        <TextField
          label="Название"
          description="До 120 символов"
          {...text('title')}
          // The address follows the title until somebody types it.
          onChange={({ currentTarget: { value } }) => {
            const follows = fixedSlug === undefined && values.slug === slugOf(values.title);
            replace({ ...values, title: value, ...(follows && { slug: slugOf(value) }) });
          }}
          autoComplete="off"
        />
        <TextField
          label="Адрес"
          description={
            fixedSlug === undefined ? 'Латинские буквы, цифры и дефисы. Потом не изменится' : 'Изменить его нельзя'
          }
          leftSection="/info/help/"
          leftSectionWidth={96}
          {...slug}
          readOnly={fixedSlug !== undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={classes.text}>
          <TextAreaField
            label="Текст"
            description="До 20 000 символов. Заголовки «## », списки «- », **жирный**, [ссылка](https://…)"
            {...text('markdown')}
          />
        </div>
        <CheckboxField label="Показывать клиентам" {...box('isPublished')} />
        <FormFailure failure={failure} />
        <div className={classes.actions}>
          <div>
            <Button type="submit" aria-busy={isPending} aria-disabled={isPending}>
              {values.isPublished ? 'Сохранить и показать' : 'Сохранить черновик'}
            </Button>
          </div>
          {remove}
        </div>
      </Card>
      <section aria-label="Как увидят клиенты">
        <Card title={values.title.trim() || 'Как увидят клиенты'}>
          {values.markdown.trim() ? (
            <Markdown source={values.markdown} headingOffset={1} />
          ) : (
            <p className={classes.empty}>Здесь появится то, что увидят клиенты.</p>
          )}
        </Card>
      </section>
    </form>
  );
}

const latin: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'e', ж: 'zh', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh' },
  ...{ щ: 'sch', ъ: '', ы: 'y', ь: '', э: 'e', ю: 'yu', я: 'ya' },
};

/** Returns «kak-vernut-dengi» for «Как вернуть деньги?». */
function slugOf(title: string): string {
  return [...title.toLowerCase()]
    .map((letter) => latin[letter] ?? letter)
    .join('')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}
