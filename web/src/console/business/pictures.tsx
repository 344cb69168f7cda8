import {
  type BusinessPictures,
  getBusinessPicture,
  getBusinessPictures,
  type PictureName,
  pictureNames,
  putBusinessPicture,
  removeBusinessPicture,
  updateBusinessPictures,
} from '@kazna/contract/admin/business-pictures';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { queryClient } from '../../api/query-client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { useStaff } from '../staff.tsx';
import business from './business.module.css';
import classes from './pictures.module.css';

/** Logo, stamp and signature of new documents. */
export function Pictures() {
  const { data: pictures, error, refetch } = useQuery(picturesQuery());
  if (error && !pictures) {
    return <QueryFailure what="Картинки для документов не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className={business.facts}>
      <Card title="Логотип, печать и подпись">
        <p className={classes.note}>
          Стоят в новых счетах, актах и УПД, логотип ещё в кабинете и письмах. PNG с прозрачным фоном, до 1 МБ и 1200
          пикселей по стороне.
        </p>
        {pictures ? <Slots pictures={pictures} /> : <SkeletonText lines={4} />}
      </Card>
    </div>
  );
}

function Slots({ pictures }: { pictures: BusinessPictures }) {
  const { can } = useStaff();
  const mayChange = can('admin.manage');
  const { failure, isPending, run, clearFailure } = useAction(
    async (change: () => Promise<BusinessPictures>, message: string) => {
      clearFailure();
      queryClient.setQueryData(picturesQuery().queryKey, await change());
      showToast({ kind: 'success', message });
    },
  );
  const put = (picture: PictureName, file: File) =>
    run(async () => {
      if (file.size > putBusinessPicture.maxBodyBytes) throw tooLarge;
      return callConfirmed(putBusinessPicture, { params: { picture }, body: file });
    }, savedText(picture));
  const remove = (picture: PictureName) =>
    run(() => callConfirmed(removeBusinessPicture, { params: { picture } }), 'Картинка убрана');
  return (
    <>
      <div className={classes.slots} aria-busy={isPending}>
        {(Object.keys(pictureNames) as PictureName[]).map((picture) => (
          <Slot
            key={picture}
            picture={picture}
            id={pictures[picture]}
            onPut={mayChange ? (file) => put(picture, file) : undefined}
            onRemove={() => remove(picture)}
          />
        ))}
      </div>
      <label className={classes.upd}>
        <input
          type="checkbox"
          checked={pictures.isOnUpd}
          disabled={!mayChange}
          onChange={({ currentTarget: { checked: isOnUpd } }) =>
            run(() => callConfirmed(updateBusinessPictures, { body: { isOnUpd } }), 'Сохранено')
          }
        />
        Печать и подпись также в УПД и счетах-фактурах на аванс
      </label>
      <FormFailure failure={failure} />
    </>
  );
}

function savedText(picture: PictureName): string {
  return picture === 'logo'
    ? 'Логотип сохранён. Кабинет покажет его, когда страницу откроют снова'
    : 'Картинка сохранена';
}

const tooLarge = { detail: 'Файл больше 1 МБ. Ничего не изменено. Уменьшите картинку и загрузите снова.' };

interface SlotProps {
  picture: PictureName;
  id: string | null;
  onPut: ((file: File) => void) | undefined;
  onRemove: () => void;
}

function Slot({ picture, id, onPut, onRemove }: SlotProps) {
  const name = pictureNames[picture];
  const address = usePictureAddress(picture, id);
  return (
    <section className={classes.slot} aria-label={name}>
      <h3>{name}</h3>
      <div className={classes.frame}>
        {address ? <img src={address} alt={name} /> : <span>{id ? 'Загружаем…' : 'Нет'}</span>}
      </div>
      {onPut && (
        <div className={classes.actions}>
          <label className={classes.choose}>
            <input
              type="file"
              accept="image/png"
              aria-label={`${id ? 'Заменить' : 'Загрузить'}: ${name}`}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) onPut(file);
                // The same file may be chosen again after a failure.
                currentTarget.value = '';
              }}
            />
            {id ? 'Заменить' : 'Загрузить'}
          </label>
          {id && (
            <Button variant="subtle" size="sm" onClick={onRemove} aria-label={`Убрать: ${name}`}>
              Убрать
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Fetched with the session's token, which an address in the page would lack. A picture's id never means another one. */
function usePictureAddress(picture: PictureName, id: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ['admin', 'business-picture', id],
    queryFn: async ({ signal }) => {
      const options = { signal, onProgress: () => undefined };
      return asDataUrl((await download(getBusinessPicture, { params: { picture } }, options)).content);
    },
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return id === null ? undefined : data;
}

function asDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

function picturesQuery() {
  return queryOptions({ queryKey: ['admin', 'business-pictures'], queryFn: () => call(getBusinessPictures) });
}
