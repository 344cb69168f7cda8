import {
  type AdminAnnouncement,
  announcementAudiences,
  deleteAnnouncement,
  endAnnouncement,
  listAnnouncements,
} from '@kazna/contract/admin/announcements';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatCount } from '../../format/numbers.ts';
import { Moment } from '../../parts/moment.tsx';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { EnvelopeDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { AdminPage } from '../admin-page.tsx';
import rowTitle from '../row-title.module.css';
import { useStaff } from '../staff.tsx';
import { AnnouncementDialog, refreshAnnouncements } from './announcement-dialog.tsx';
import classes from './announcements.module.css';

export function AnnouncementsPage() {
  const { can } = useStaff();
  const list = useInfiniteQuery(announcementsQuery());
  const [isOpen, setIsOpen] = useState(false);
  const [edited, setEdited] = useState<AdminAnnouncement>();
  const mayEdit = can('admin.manage');
  const edit = (announcement: AdminAnnouncement | undefined) => {
    setEdited(announcement);
    setIsOpen(true);
  };
  const add = <Button onClick={() => edit(undefined)}>Добавить объявление</Button>;
  const { data, error } = list;
  return (
    <AdminPage
      title="Объявления"
      explanation={`Полоса над страницами кабинета: работы, цены, часы работы${mayEdit ? '' : '. Добавляет их администратор'}`}
      action={mayEdit && data && data.length > 0 && add}
    >
      {error && !data ? (
        <QueryFailure what="Объявления не загрузились" error={error} onRetry={() => void list.refetch()} />
      ) : data?.length === 0 ? (
        <Empty drawing={<EnvelopeDrawing />} title="Объявлений пока нет" action={mayEdit && add}>
          Предупредите клиентов о работах или новых ценах: они увидят полосу над каждой страницей, пока не уберут её.
        </Empty>
      ) : (
        <>
          <Records
            label="Объявления"
            columns={columnsOf(mayEdit ? edit : undefined)}
            items={data}
            keyOf={({ id }) => id}
            isTall
          />
          <LoadMore
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoad={() => list.fetchNextPage()}
          />
        </>
      )}
      {mayEdit && <AnnouncementDialog isOpen={isOpen} onClose={() => setIsOpen(false)} announcement={edited} />}
    </AdminPage>
  );
}

function announcementsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'announcements'],
    queryFn: ({ pageParam: cursor, signal }) => call(listAnnouncements, { query: { limit: 25, cursor } }, signal),
    select: itemsOf,
  });
}

function columnsOf(edit: ((announcement: AdminAnnouncement) => void) | undefined): RecordColumn<AdminAnnouncement>[] {
  return [
    {
      title: 'Объявление',
      render: ({ text, audience, tariffName }) => (
        <span className={classes.about}>
          <span>{text}</span>
          <span className={rowTitle.secondary}>
            {announcementAudiences[audience]}
            {tariffName && ` «${tariffName}»`}
          </span>
        </span>
      ),
    },
    { title: 'Состояние', width: '150px', render: ({ state }) => <AnnouncementMark state={state} /> },
    {
      title: 'Когда',
      width: '200px',
      render: ({ from, until }) => (
        <span className={classes.when}>
          <span>
            с <Moment at={from} />
          </span>
          <span>
            по <Moment at={until} />
          </span>
        </span>
      ),
    },
    {
      title: 'Кто увидит',
      width: '150px',
      render: ({ people, dismissed }) => (
        <span className={classes.when}>
          <span>{formatCount(people, ['человек', 'человека', 'человек'])}</span>
          {dismissed > 0 && <span className={rowTitle.secondary}>Убрали: {dismissed.toLocaleString('ru')}</span>}
        </span>
      ),
    },
    {
      title: 'Действия',
      isTitleHidden: true,
      width: '270px',
      render: (announcement) => edit && <Actions announcement={announcement} onEdit={edit} />,
    },
  ];
}

function AnnouncementMark({ state }: { state: AdminAnnouncement['state'] }) {
  if (state === 'shown') {
    return (
      <StatusMark tone="success" icon={<CheckIcon />}>
        Идёт
      </StatusMark>
    );
  }
  return state === 'planned' ? (
    <StatusMark tone="pending" icon={<ClockIcon />}>
      Назначено
    </StatusMark>
  ) : (
    <StatusMark tone="neutral" icon={<CrossedIcon />}>
      Закончилось
    </StatusMark>
  );
}

interface ActionsProps {
  announcement: AdminAnnouncement;
  onEdit: (announcement: AdminAnnouncement) => void;
}

function Actions({ announcement, onEdit }: ActionsProps) {
  const { id: announcementId, text, state } = announcement;
  const [isAsked, setIsAsked] = useState(false);
  const isShown = state === 'shown';
  const remove = async () => {
    await call(isShown ? endAnnouncement : deleteAnnouncement, { params: { announcementId } });
    showToast({ kind: 'success', message: isShown ? 'Объявление завершено' : 'Объявление удалено' });
    await refreshAnnouncements();
  };
  return (
    <span className={classes.actions}>
      {state !== 'ended' && (
        <Button size="sm" variant="default" aria-label={`Изменить: ${text}`} onClick={() => onEdit(announcement)}>
          Изменить
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-label={`${isShown ? 'Завершить' : 'Удалить'}: ${text}`}
        onClick={() => setIsAsked(true)}
      >
        {isShown ? 'Завершить' : 'Удалить'}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={isShown ? 'Завершить объявление сейчас?' : 'Удалить объявление?'}
        action={isShown ? 'Завершить' : 'Удалить'}
        isDangerous={!isShown}
        onConfirm={remove}
      >
        <p>«{text}»</p>
        <p>{isShown ? 'Клиенты перестанут его видеть.' : 'Вернуть его будет нельзя.'}</p>
      </ConfirmDialog>
    </span>
  );
}
