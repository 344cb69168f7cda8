import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AdminPage } from '../admin-page.tsx';
import { SideSheet } from '../side-sheet.tsx';
import { StaffOnly } from '../staff-only.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyDetails } from './key-details.tsx';
import { KeysList } from './keys-list.tsx';
import { keysQuery } from './queries.ts';

/** Id of the open key. */
export interface KeysSearch {
  key?: string | undefined;
}

export function KeysPage({ search }: { search: KeysSearch }) {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const create = () => setIsCreating(true);
  return (
    <AdminPage
      title="Ключи API"
      explanation="По ключу ваши программы обращаются к Казне"
      action={
        <StaffOnly permission="admin.manage" isSilent>
          <CreateButton onClick={create} />
        </StaffOnly>
      }
    >
      <StaffOnly permission="admin.manage">
        <KeysList onCreate={create} />
        <CreateKeyDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
        <SideSheet
          openId={search.key}
          onClose={() => void navigate({ to: '/admin/keys', search: {}, resetScroll: false })}
          title="Ключ API"
        >
          {(id) => <OpenKey key={id} id={id} />}
        </SideSheet>
      </StaffOnly>
    </AdminPage>
  );
}

/** An empty list has a button of its own. */
function CreateButton({ onClick }: { onClick: () => void }) {
  const { data } = useQuery(keysQuery());
  return data?.length === 0 ? null : <Button onClick={onClick}>Создать ключ</Button>;
}

function OpenKey({ id }: { id: string }) {
  const { data } = useQuery(keysQuery());
  const found = data?.find((key) => key.id === id);
  if (found) return <KeyDetails apiKey={found} />;
  return data ? <p>Такого ключа нет. Возможно, ссылка устарела.</p> : null;
}
