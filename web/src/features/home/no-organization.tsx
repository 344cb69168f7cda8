import { PeopleDrawing } from '../../ui/drawings.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LinkButton } from '../../ui/links.tsx';

/** For a person who belongs to no organization: left, or theirs was closed. */
export function NoOrganization() {
  const create = (
    <LinkButton to="." state={{ isCreatingOrganization: true }} resetScroll={false}>
      Создать организацию
    </LinkButton>
  );
  return (
    <Empty drawing={<PeopleDrawing />} title="Здесь будет организация" action={create}>
      Создайте свою или попросите коллегу пригласить вас: приглашение появится на этой странице и придёт письмом.
    </Empty>
  );
}
