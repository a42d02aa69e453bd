import { Button } from '@mantine/core';
import type { AppUser } from '@callpoint/contract/app-users';
import { TEXTS } from '@callpoint/contract/texts';
import { IconUserOff } from '@tabler/icons-react';
import { useParams } from '../../links/location.ts';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { useSignedIn } from '../../session/session.ts';
import { appUserTexts } from '../../texts/app-users.ts';
import { useAppUser } from './app-users.api.ts';
import { BlockSection } from './block-section.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { DeleteSection } from './delete-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { userRecordsPath } from './user-columns.tsx';

/** The form for one app user, or why there is none. */
export function Component() {
  const { userId = '' } = useParams();
  const isId = /^\d{1,10}$/.test(userId);
  return (
    <Page
      title={appUserTexts.updateUser}
      description={appUserTexts.updateUserDescription}
      parent={{ label: appUserTexts.users, to: '/users' }}
      width="form"
      action={isId && <RecordsLink id={Number(userId)} />}
    >
      {isId ? <Loaded id={Number(userId)} /> : <Unavailable why={TEXTS.noSuchUser} />}
    </Page>
  );
}

function RecordsLink({ id }: { id: number }) {
  const { data: user } = useAppUser(id);
  if (!user || user === 'former') return null;
  return (
    <Button component={Link} to={userRecordsPath(id)} variant="default">
      {appUserTexts.seeRecords}
    </Button>
  );
}

function Loaded({ id }: { id: number }) {
  const teamId = useSignedIn().user.id;
  const { data: user, error, isFetching, refetch } = useAppUser(id);
  if (user === 'former') return <Unavailable why={TEXTS.notInTeam} />;
  if (user) return user.team_id === teamId ? <Form user={user} /> : <Unavailable why={TEXTS.notInTeam} />;
  if (user === null) return <Unavailable why={TEXTS.noSuchUser} />;
  if (error) {
    const retry = () => void refetch();
    return (
      <FailedRead error={error} onRetry={retry} retrying={isFetching} what={appUserTexts.oneReadFailed} />
    );
  }
  return <SkeletonForm fields={5} />;
}

function Form({ user }: { user: AppUser }) {
  return (
    <>
      <EditUserForm key={user.id} user={user} />
      {user.status === 1 && <PhoneSection user={user} />}
      <BlockSection user={user} />
      <DeleteSection user={user} />
    </>
  );
}

function Unavailable({ why }: { why: string }) {
  return (
    <StateBlock
      icon={<IconUserOff size={22} />}
      title={why}
      action={<Link to="/users">{appUserTexts.toUsers}</Link>}
    />
  );
}
